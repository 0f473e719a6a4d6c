internal import Batching
internal import Links
internal import Postgres
package import Referrals

extension LinkService {
    /// A link's inviter, with its profile; nil for none, and if the lookup fails: then the page omits it.
    package func inviter(of known: KnownLink) async -> UserProfile? {
        if let found = known.inviter { return found }
        // A long link names whomever its writer likes, and nothing remembers what was found.
        guard !known.link.isLong, let profile else { return nil }
        do throws(InfrastructureError) {
            let found = try await context.call { () throws(PostgresError) in
                try await Inviters(pool: context.pool, profile: profile).shown(by: known.link)
            }
            known.inviter = found ?? UserProfile()
            return found
        } catch {
            return nil
        }
    }
}

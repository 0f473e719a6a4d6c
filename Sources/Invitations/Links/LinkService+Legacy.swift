package import Batching
package import Links
internal import Postgres
internal import Store
internal import Values

/// The parts of Firebase's calls beyond our own.
extension LinkService {
    /// A code derived from the whole content of a long link. The same content returns the same link, as
    /// Firebase promised, and an app that shortens at every tap on its share button makes one link. Only
    /// the key's holder can compute it, so it can't be guessed.
    package func contentCode(of spec: LinkSpec) -> LinkCode {
        .keyed("long link\u{0}" + LongLink.print(spec), key: inviteKey)
    }

    /// Whether the same request gives the same link again: then it must not say something else one day.
    package func isNamedByContent(_ link: Link) -> Bool {
        link.code == contentCode(of: link.spec)
            || link.owner.map { InviteMaker.code(of: link.spec, by: $0, key: inviteKey) } == link.code
    }

    /// Counts that the system opened an installed app through a short link: no click of ours came before.
    package func countReOpen(of code: LinkCode, on platform: PlatformFamily) async throws(InfrastructureError)
    {
        let day = context.clock.today
        let tally = LinkTally(code: code, day: day, platform: platform, event: .reOpen)
        try await context.call { () throws(PostgresError) in
            _ = try await context.pool.run(AddLinkEvent(tally))
        }
    }
}

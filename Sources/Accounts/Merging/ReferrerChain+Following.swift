internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

extension ReferrerChain {
    /// The chains above these users. Citus follows them by one more round trip for each step.
    ///
    /// - Parameter found: what `FindChain` gave for these users.
    static func above(
        _ users: [User], _ found: [FindChain.Row], in transaction: Transaction
    ) async throws(PostgresError) -> [ReferrerChain] {
        var links: [UserID: UserID?] = [:]
        var rows = found
        while true {
            for row in rows { links.updateValue(row.referredBy, forKey: row.uid) }
            let chains = users.map { ReferrerChain(above: $0, links: links) }
            let open = Set(chains.compactMap(\.open))
            guard let next = try await transaction.nextLinks(from: open, stepsMax: stepsMax) else {
                return chains
            }
            for uid in open { links.updateValue(nil, forKey: uid) }
            rows = next
        }
    }
}

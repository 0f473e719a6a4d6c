internal import Batching
package import Postgres
package import Referrals
internal import Store
package import Values

/// Counts a user's referrals: by a query while they are few. For a referrer of many, counts are stored.
/// Transactions that sign a referee up, link its credential or pay for it update them.
///
/// Counts are stored from the first request on. Transactions in flight at that time, and processes of an
/// earlier version, don't update them. A recount in one snapshot finds the difference: after a minute, and
/// then once a day. The difference is added, so that no transaction waits for the recount.
package struct ReferralCounting {
    /// Above, counts are kept.
    static let lookedAtMax: Int64 = 1_000
    /// How long it may take to count everything of one, once, or of several.
    private static let countMilliseconds = 8_000

    let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    package func counts(of referrer: UserID) async throws(PostgresError) -> ReferralCounts {
        try await counts(of: [referrer])[referrer] ?? ReferralCounts()
    }

    /// Counts for several users, in two round trips. Two cases take longer: users whose counts are stored
    /// from now on, and a recount, one at most. A page of referrers of many never waits for all of them.
    func counts(of referrers: [UserID]) async throws(PostgresError) -> [UserID: ReferralCounts] {
        let (kept, merged) = try await pool.run(
            FindReferralCounts(of: referrers), FindPlayersMerged(into: referrers))
        var counts = Dictionary(uniqueKeysWithValues: kept.map { ($0.referrer, $0.counts) })
        if let row = kept.first(where: \.isDue) {
            let taken: [UserID] = try await pool.run(TakeRecount(of: row.referrer))
            if !taken.isEmpty { counts[row.referrer] = try await recount(row.referrer, merged) }
        }
        let others = referrers.filter { counts[$0] == nil }
        guard !others.isEmpty else { return counts }
        for referrer in others { counts[referrer] = ReferralCounts() }
        for found in try await look(others, merged) { counts[found.referrer] = found.counts }
        return counts
    }

    /// - Parameter merged: who became one of the referrers: what they were paid is theirs still.
    private func look(
        _ referrers: [UserID], _ merged: [FindPlayersMerged.Row]
    ) async throws(PostgresError) -> [CountReferees.Row] {
        let counting = CountReferees(of: referrers, with: merged.filter { referrers.contains($0.account) })
        let found = try await inOneSnapshot { transaction throws(PostgresError) in
            try await transaction.commit(counting)
        }
        for row in found where row.counts.referred > Self.lookedAtMax {
            try await pool.run(KeepReferralCounts(row.counts, of: row.referrer))
        }
        return found
    }

    private func recount(
        _ referrer: UserID, _ merged: [FindPlayersMerged.Row]
    ) async throws(PostgresError) -> ReferralCounts {
        let counting = CountReferees(of: [referrer], with: merged.filter { $0.account == referrer })
        let (kept, found) = try await inOneSnapshot { transaction throws(PostgresError) in
            let kept = try await transaction.readFirst(
                FindReferralCounts(of: [referrer]), of: referrer, through: pool)
            let found = try await transaction.commit(counting)
            return (kept.first?.counts, found.first?.counts)
        }
        let counted = found ?? ReferralCounts()
        if let kept, kept != counted {
            try await pool.run(AddReferralCounts([referrer: counted - kept], slot: 0))
        }
        return counted
    }

    private func inOneSnapshot<Value>(
        _ body: (Transaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        try await pool.transaction(
            isolation: .repeatableRead, isReadOnly: true,
            statementTimeoutMilliseconds: Self.countMilliseconds, body)
    }
}

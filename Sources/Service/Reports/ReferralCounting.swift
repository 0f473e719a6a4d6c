internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Counts whom a user referred: by looking, as long as they are few; of those who referred many the counts
/// are kept, by whoever signs a referee up, links its credential or pays for it, in the same transaction.
///
/// They are kept from the first time that somebody asks. Who was on its way then and didn't know, as a
/// process of an earlier version never does, is found by counting again: after a minute, and then once a day.
/// What differs in one snapshot is added, so that nobody has to wait while it is counted.
struct ReferralCounting {
    /// Above, counts are kept.
    static let lookedAtMax: Int64 = 1_000
    /// How long it may take to count everything of one, once, or of several.
    private static let countMilliseconds = 8_000

    let pool: PostgresPool

    func counts(of referrer: UserID) async throws(PostgresError) -> ReferralCounts {
        let (found, players) = try await pool.run(
            FindReferralCounts(of: referrer), FindMergedUsers(of: referrer))
        let merged = players.map(\.uid)
        guard let kept = found.first else { return try await look(referrer, merged) }
        guard kept.isDue else { return kept.counts }
        let taken: [UserID] = try await pool.run(TakeRecount(of: referrer))
        return taken.isEmpty ? kept.counts : try await recount(referrer, merged)
    }

    /// Of several: those who referred few, and those whose counts are kept, in three round trips in all.
    func counts(of referrers: [UserID]) async throws(PostgresError) -> [UserID: ReferralCounts] {
        // Hundreds of questions are one round trip, which may have to come from the disk.
        var counts = try await pool.transaction(
            isReadOnly: true, statementTimeoutMilliseconds: Self.countMilliseconds
        ) { transaction throws(PostgresError) in
            try await usualCounts(of: referrers, transaction)
        }
        for referrer in referrers where counts[referrer] == nil {
            counts[referrer] = try await self.counts(of: referrer)
        }
        return counts
    }

    /// Those that take neither a recount nor another user's rewards.
    private func usualCounts(
        of referrers: [UserID], _ transaction: Transaction
    ) async throws(PostgresError) -> [UserID: ReferralCounts] {
        var counts: [UserID: ReferralCounts] = [:]
        var others: [UserID] = []
        let kept = try await transaction.sendEach(referrers.map { FindReferralCounts(of: $0) })
        for (referrer, kept) in zip(referrers, kept) {
            guard let kept = kept.first else {
                others.append(referrer)
                continue
            }
            if !kept.isDue { counts[referrer] = kept.counts }
        }
        let merged = try await transaction.sendEach(others.map { FindMergedUsers(of: $0) })
        let single = zip(others, merged).filter { $1.isEmpty }.map { $0.0 }
        let max = Int(Self.lookedAtMax) + 1
        let few = try await transaction.sendEach(single.map { CountFewReferees(of: $0, max: max) })
        for (referrer, few) in zip(single, few) {
            if let few = few.first, few.referred <= Self.lookedAtMax { counts[referrer] = few }
        }
        return counts
    }

    /// - Parameter merged: who became the referrer: what they were paid is theirs still.
    private func look(
        _ referrer: UserID, _ merged: [UserID]
    ) async throws(PostgresError) -> ReferralCounts {
        let max = Int(Self.lookedAtMax) + 1
        var few = try await pool.run(CountFewReferees(of: referrer, max: max)).first ?? ReferralCounts()
        if !merged.isEmpty {
            var paid: Set<UserID> = []
            for uid in [referrer] + merged {
                let own: [UserID] = try await pool.run(FindPaidReferees(of: uid, max: max))
                paid.formUnion(own)
            }
            few.rewarded = Int64(paid.count)
        }
        guard few.referred > Self.lookedAtMax else { return few }
        let counts = try await inOneSnapshot { transaction throws(PostgresError) in
            try await transaction.commit(CountReferees(of: referrer, with: merged)).first
                ?? ReferralCounts()
        }
        try await pool.run(KeepReferralCounts(counts, of: referrer))
        return counts
    }

    private func recount(
        _ referrer: UserID, _ merged: [UserID]
    ) async throws(PostgresError) -> ReferralCounts {
        let (kept, counted) = try await inOneSnapshot { transaction throws(PostgresError) in
            guard pool.configuration.engine == .citus else {
                return try await transaction.commit(
                    FindReferralCounts(of: referrer), CountReferees(of: referrer, with: merged))
            }
            let kept = try await findCounts(of: referrer, at: transaction)
            return (kept, try await transaction.commit(CountReferees(of: referrer, with: merged)))
        }
        guard let kept = kept.first?.counts, let counted = counted.first else { return ReferralCounts() }
        if kept != counted {
            try await pool.run(AddReferralCounts([referrer: counted - kept], slot: 0))
        }
        return counted
    }

    /// Has each of Citus' nodes take its snapshot for `transaction` while nobody who adds to the counts is
    /// under way, who might be seen on one node and not yet on another.
    private func findCounts(
        of referrer: UserID, at transaction: Transaction
    ) async throws(PostgresError) -> [FindReferralCounts.Row] {
        try await pool.transaction { others throws(PostgresError) in
            _ = try await others.send(others.visit(referrer), OrderPayments([referrer]))
            let few = CountFewReferees(of: referrer, max: 1)
            return try await transaction.send(FindReferralCounts(of: referrer), few).0
        }
    }

    private func inOneSnapshot<Value>(
        _ body: (Transaction) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        try await pool.transaction(
            isolation: .repeatableRead, isReadOnly: true,
            statementTimeoutMilliseconds: Self.countMilliseconds, body)
    }
}

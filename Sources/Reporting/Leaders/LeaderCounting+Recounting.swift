internal import Postgres
internal import Referrals
internal import Store
internal import Values

extension LeaderCounting {
    /// Begins again at an earlier time: the clock was ahead, and rows get times again up to which all was
    /// taken in.
    func stepBack(_ progress: ReferralEarningsProgress, to time: Timestamp) async throws(PostgresError) {
        let span = CountedSpan(from: time, until: progress.countedUntil, in: zone)
        let (earners, reversed) = try await transaction.send(
            FindEarners(in: span, after: nil, limit: .max), FindReversals(span))
        var next = progress
        next.countedUntil = time
        _ = try await recount(earners + reversed.map(\.uid), at: next)
    }

    /// Has what is kept of these users be what their rows come to, and commits.
    ///
    /// - Returns: how many sums it set.
    func recount(
        _ users: [UserID], at progress: ReferralEarningsProgress
    ) async throws(PostgresError) -> Int {
        guard let until = progress.countedUntil, let today = progress.day else { return 0 }
        let uids = try await accounts(of: users)
        let (sums, days) = try await transaction.send(
            FindReferralEarningsSums(of: uids), FindDailyReferralEarnings(of: uids))
        let found = try await earnings(of: uids, until: until)
        var changes = changes(by: found, today).mapValues { max(0, $0) }
        for sum in sums { changes[sum.key] = (changes[sum.key] ?? 0).addingHeld(-sum.amount) }
        changes = changes.filter { $1 != 0 }
        let more =
            (found.filter { $0.day > today - Self.daysMax } + days.map { $0.negated }).joined.filter {
                $0.amount != 0
            }
        try await write(
            changes, with: [AddDailyReferralEarnings(more), SetReferralEarningsProgress(progress)])
        return changes.count
    }

    /// As accounts, without those whose merged players' sums are still the players'.
    private func accounts(of users: [UserID]) async throws(PostgresError) -> [UserID] {
        let merges = try await transaction.send(FindMerges(of: Array(Set(users))))
        let accounts = Dictionary(merges.map { ($0.player, $0.account) }, uniquingKeysWith: { $1 })
        let uids = Set(users.map { accounts[$0] ?? $0 })
        let players = try await transaction.send(FindPlayersMerged(into: Array(uids)))
        let waiting = try await transaction.send(FindPlayersToCarryOver(among: players.map(\.player)))
        let unmoved = Set(players.filter { waiting.contains($0.player) }.map(\.account))
        return Array(uids.subtracting(unmoved))
    }

    /// By day, merged players' among their accounts'.
    private func earnings(
        of uids: [UserID], until time: Timestamp
    ) async throws(PostgresError) -> [DailyReferralEarnings] {
        let merged = try await transaction.send(FindPlayersMerged(into: uids))
        let accounts = Dictionary(merged.map { ($0.player, $0.account) }, uniquingKeysWith: { $1 })
        let people = uids + merged.map(\.player)
        let (earned, reversed) = try await transaction.send(
            SumEarningsOfUsers(people, until: time, in: zone),
            FindReversalsOfUsers(people, until: time, in: zone))
        return (earned + reversed.map { $0.negated }).map { $0.of(accounts[$0.uid]) }.joined
    }
}

extension DailyReferralEarnings {
    fileprivate var negated: DailyReferralEarnings {
        DailyReferralEarnings(uid: uid, currency: currency, day: day, amount: -amount)
    }
}

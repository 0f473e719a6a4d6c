internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Rewards for friends since the last count: a board has a reward as soon as it is paid.
struct RecentReferralEarnings {
    /// More entries wait until they are taken in, so that a board costs little however much is granted.
    static let rowsMax = 5_000
    /// Where the keeper is further behind, as after an upgrade, everything waits for it.
    static let behindSecondsMax: Int64 = 300
    /// It is read again no sooner than after so many times what reading it took.
    private static let restsMin: Int64 = 20

    /// The counts that it extends: only those from before.
    let progress: ReferralEarningsProgress
    /// The stored sums of the users that it changes, and the new sums.
    let before: [ReferralEarningsSum.Key: Int64]
    let after: [ReferralEarningsSum.Key: Int64]
    private let goodUntil: Timestamp

    func isGood(for progress: ReferralEarningsProgress, at now: Timestamp) -> Bool {
        self.progress.countedUntil == progress.countedUntil && self.progress.day == progress.day
            && now < goodUntil
    }

    /// Nil where there is too much of it.
    static func read(
        since progress: ReferralEarningsProgress, _ clock: DatabaseClock, _ transaction: Transaction,
        rowsMax: Int = rowsMax
    ) async throws(PostgresError) -> RecentReferralEarnings? {
        let began = clock.now
        guard let from = try await start(progress, transaction),
            from > began.adding(seconds: -behindSecondsMax)
        else { return nil }
        _ = try await transaction.send(PlanEachTime())
        let counting = LeaderCounting(transaction: transaction, zone: clock.zone, rowsMax: rowsMax)
        guard
            let changes = try await counting.since(
                progress.countedUntil, progress.day ?? clock.zone.day(of: began))
        else { return nil }
        let sums = try await transaction.send(
            FindReferralEarningsSums(of: Array(Set(changes.keys.map(\.uid)))))
        let before = Dictionary(sums.map { ($0.key, $0.amount) }, uniquingKeysWith: { $1 })
        let after = changes.map { ($0, max(0, (before[$0] ?? 0).addingHeld($1))) }
        let took = clock.now.microsecondsSince1970 - began.microsecondsSince1970
        return RecentReferralEarnings(
            progress: progress, before: before.filter { changes[$0.key] != nil },
            after: Dictionary(after, uniquingKeysWith: { $1 }),
            goodUntil: began.adding(microseconds: took * restsMin))
    }

    /// Before the first user nothing was.
    private static func start(
        _ progress: ReferralEarningsProgress, _ transaction: Transaction
    ) async throws(PostgresError) -> Timestamp? {
        if let counted = progress.countedUntil { return counted }
        return try await transaction.send(FindFirstUserTime()).first
    }
}

package import Batching
package import EventLoops
package import Postgres
internal import Store
internal import Values

/// Takes in grants that are a minute old, once a minute: whichever process has the lease.
package final class LeaderKeeper: Recurring {
    private static let pauseMillisecondsMin = 60_000
    /// It takes no more than a twentieth of the time, however much is granted.
    private static let pausesMin = 20
    private static let stepMilliseconds = 20_000
    /// Rows for each transaction, about a hundred bytes each.
    static let rowsMax = 20_000
    /// Of grants from before there were leaderboards.
    private static let secondsAtOnce: Int64 = 86_400

    package private(set) var pauseMilliseconds = pauseMillisecondsMin
    package let failure = "adding up rewards for friends failed"
    package let log: @Sendable (LogLine) -> Void
    private let pool: PostgresPool
    private let clock: DatabaseClock
    private let rowsMax: Int

    package init(
        pool: PostgresPool, clock: DatabaseClock, log: @escaping @Sendable (LogLine) -> Void,
        rowsMax: Int = rowsMax
    ) {
        self.pool = pool
        self.clock = clock
        self.log = log
        self.rowsMax = rowsMax
    }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        let began = clock.now
        defer {
            let took = (clock.now.microsecondsSince1970 - began.microsecondsSince1970) / 1_000
            pauseMilliseconds = max(Self.pauseMillisecondsMin, Int(clamping: took) * Self.pausesMin)
        }
        try await takeIn()
    }

    func takeIn() async throws(PostgresError) {
        try await pool.work(under: .leaders, step)
    }

    /// - Returns: whether there is more.
    private func step() async throws(PostgresError) -> Bool {
        let horizon = clock.now.adding(seconds: -DayCountKeeper.lagSeconds)
        return try await pool.transaction(statementTimeoutMilliseconds: Self.stepMilliseconds) {
            transaction throws(PostgresError) in
            let (found, first) = try await transaction.send(
                LockReferralEarningsProgress(), FindFirstUserTime())
            let progress = found.first ?? ReferralEarningsProgress()
            let zone = clock.zone
            let counting = LeaderCounting(transaction: transaction, zone: zone, rowsMax: rowsMax)
            guard let counted = progress.countedUntil, let today = progress.day else {
                // Before the first user nothing was.
                guard let first = first.first, first < horizon else { return false }
                try await counting.begin(at: first, today: zone.day(of: horizon))
                return true
            }
            if progress.leaving != nil {
                try await counting.rollOver(progress, today)
                return true
            }
            if try await counting.carryOver() { return true }
            if zone.day(of: horizon) > today, zone.day(of: counted) > today {
                try await counting.beginRollover(progress, today)
                return true
            }
            let until = min(
                horizon, counted.adding(seconds: Self.secondsAtOnce), zone.start(of: today + 1))
            guard until > counted else { return false }
            return try await counting.takeIn(progress, today, until: until) < horizon
        }
    }
}

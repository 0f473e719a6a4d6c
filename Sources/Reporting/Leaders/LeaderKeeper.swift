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
    /// Users whose sums a round compares with their rows.
    private static let comparedMax = 500

    package private(set) var pauseMilliseconds = pauseMillisecondsMin
    package let failure = "adding up rewards for friends failed"
    package let log: @Sendable (LogLine) -> Void
    private let pool: PostgresPool
    private let clock: DatabaseClock
    private let rowsMax: Int
    private let watch = ClockWatch()
    /// The day of the next comparison, nil for the current one, and the last user who was compared on it.
    private var compared: (day: Int32?, uid: UserID?) = (nil, nil)

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
        try await pool.work(under: .leaders, compare)
    }

    func takeIn() async throws(PostgresError) {
        var setBack = watch.secondsSetBack(clock)
        try await pool.work(under: .leaders) { () throws(PostgresError) in
            defer { setBack = 0 }
            return try await step(secondsSetBack: setBack)
        }
    }

    /// Compares sums with rows: those of users who earned on a day, a day after the other from today
    /// backwards.
    ///
    /// - Returns: false.
    func compare() async throws(PostgresError) -> Bool {
        try await pool.transaction(statementTimeoutMilliseconds: Self.stepMilliseconds) {
            transaction throws(PostgresError) in
            let (found, first) = try await transaction.send(
                LockReferralEarningsProgress(), FindFirstUserTime())
            guard let progress = found.first, let counted = progress.countedUntil, progress.leaving == nil,
                let first = first.first
            else { return false }
            let zone = clock.zone
            let day = compared.day ?? zone.day(of: counted)
            let span = CountedSpan(
                from: zone.start(of: day), until: min(counted, zone.start(of: day + 1)), in: zone)
            let earners = try await transaction.send(
                FindEarners(in: span, after: compared.uid, limit: Self.comparedMax))
            if earners.count == Self.comparedMax {
                compared = (day, earners.last)
            } else {
                compared = (day > zone.day(of: first) ? day - 1 : nil, nil)
            }
            guard !earners.isEmpty else { return false }
            let counting = LeaderCounting(transaction: transaction, zone: zone, rowsMax: rowsMax)
            let corrected = try await counting.recount(earners, at: progress)
            if corrected > 0 {
                let fields = ["sums": "\(corrected)"]
                log(LogLine(.warning, "sums of leaderboards differed from their rows", fields))
            }
            return false
        }
    }

    /// - Parameter secondsSetBack: of the clock, since the last round.
    /// - Returns: whether there is more.
    private func step(secondsSetBack: Int64) async throws(PostgresError) -> Bool {
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
            if secondsSetBack > 0 || counted > horizon.adding(seconds: ClockWatch.toleranceSeconds) {
                let time = min(horizon, counted.adding(seconds: -secondsSetBack))
                try await counting.stepBack(progress, to: time)
                return true
            }
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

package import Batching
package import EventLoops
package import Postgres
internal import Store
internal import Values

/// Takes in what is a minute old, once a minute, a day at a time: whichever process has the lease. Then it
/// compares one more day with its rows.
package struct DayCountKeeper: Recurring {
    /// Nothing is committed any more that was stamped so long ago. Imports, whose rows are older, add them to
    /// the counts themselves.
    package static let lagSeconds: Int64 = 60
    private static let stepMilliseconds = 20_000

    /// Rows for each transaction. Each needs a lookup of some kilobytes, rewards in the funnel the most.
    /// This keeps the lock shorter than callers may wait.
    package static let rowsMax = 4_000

    package let pauseMilliseconds = 60_000
    package let failure = "adding up days failed"
    let pool: PostgresPool
    let clock: DatabaseClock
    package let log: @Sendable (LogLine) -> Void
    var rowsMax = rowsMax
    private let daysAtOnce: Int32
    private let watch = ClockWatch()
    private let check: DayCountCheck

    /// - Parameter daysAtOnce: more than one where there are few rows, as on a test server.
    package init(
        pool: PostgresPool, clock: DatabaseClock, log: @escaping @Sendable (LogLine) -> Void,
        rowsMax: Int = DayCountKeeper.rowsMax, daysAtOnce: Int32 = 1
    ) {
        self.daysAtOnce = daysAtOnce
        self.pool = pool
        self.clock = clock
        self.log = log
        self.rowsMax = rowsMax
        check = DayCountCheck(pool: pool, zone: clock.zone, rowsMax: rowsMax, log: log)
    }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        try await takeIn()
        try await check.compareNextDay()
    }

    func takeIn() async throws(PostgresError) {
        var sources = DayCountSource.allCases[...]
        var setBack = watch.secondsSetBack(clock)
        let wasSetBack = setBack
        try await pool.work(under: .days) { () throws(PostgresError) in
            guard let source = sources.first else { return false }
            if try await !step(source, secondsSetBack: setBack) {
                sources.removeFirst()
                setBack = wasSetBack
            } else {
                setBack = 0
            }
            return !sources.isEmpty
        }
    }

    /// - Parameter secondsSetBack: of the clock, since the last round.
    /// - Returns: whether there is more.
    private func step(
        _ source: DayCountSource, secondsSetBack: Int64
    ) async throws(PostgresError) -> Bool {
        let horizon = clock.now.adding(seconds: -Self.lagSeconds)
        return try await pool.transaction(statementTimeoutMilliseconds: Self.stepMilliseconds) {
            transaction throws(PostgresError) in
            let (kept, first) = try await transaction.send(LockCountedUntil(source), FindFirstUserTime())
            let counted = kept.first.flatMap { $0 }
            // Before the first user nothing was.
            guard let start = counted ?? first.first else { return false }
            if let counted,
                secondsSetBack > 0 || counted > horizon.adding(seconds: ClockWatch.toleranceSeconds)
            {
                let time = min(horizon, counted.adding(seconds: -secondsSetBack))
                return try await stepBack(source, to: clock.zone.day(of: time), transaction)
            }
            var until = min(horizon, clock.zone.start(of: clock.zone.day(of: start) + daysAtOnce))
            guard until > start else { return false }
            let counting = DayCounting(transaction: transaction)
            var found = try await counting.counts(
                of: source, in: CountedSpan(from: counted, until: until, in: clock.zone), rowsMax: rowsMax)
            while found == nil {
                let half = (until.microsecondsSince1970 - start.microsecondsSince1970) / 2
                if half > 0 { until = start.adding(microseconds: half) }
                found = try await counting.counts(
                    of: source, in: CountedSpan(from: counted, until: until, in: clock.zone),
                    rowsMax: half > 0 ? rowsMax : .max)
            }
            let counts = try await FunnelNames(transaction: transaction).limited((found ?? []).joined)
            try await transaction.commit(AddDayCounts(counts), SetCountedUntil(until, of: source))
            return until < horizon
        }
    }

    /// Counts a day and those after it anew: the clock was ahead, and rows get times again up to which all
    /// was counted.
    private func stepBack(
        _ source: DayCountSource, to day: Int32, _ transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        let kept = try await transaction.send(
            SumDayCounts(source.measures, in: day..<Int32.max, byDay: true))
        let none = kept.map { DayCount(measure: $0.measure, day: $0.day, name: $0.name, value: 0) }
        try await transaction.commit(
            SetDayCounts(none), SetCountedUntil(clock.zone.start(of: day), of: source))
        return true
    }
}

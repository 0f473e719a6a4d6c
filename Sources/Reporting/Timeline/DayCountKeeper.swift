package import Batching
package import EventLoops
package import Postgres
internal import Store
internal import Values

/// Takes in what is a minute old, once a minute, a day at a time: whichever process has the lease.
package struct DayCountKeeper: Recurring {
    /// Nothing is committed any more that was stamped so long ago.
    static let lagSeconds: Int64 = 60
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
    }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        try await takeIn()
    }

    func takeIn() async throws(PostgresError) {
        var sources = DayCountSource.allCases[...]
        try await pool.work(under: .days) { () throws(PostgresError) in
            guard let source = sources.first else { return false }
            if try await !step(source) { sources.removeFirst() }
            return !sources.isEmpty
        }
    }

    /// - Returns: whether there is more.
    private func step(_ source: DayCountSource) async throws(PostgresError) -> Bool {
        let horizon = clock.now.adding(seconds: -Self.lagSeconds)
        return try await pool.transaction(statementTimeoutMilliseconds: Self.stepMilliseconds) {
            transaction throws(PostgresError) in
            let (kept, first) = try await transaction.send(LockCountedUntil(source), FindFirstUserTime())
            let counted = kept.first.flatMap { $0 }
            // Before the first user nothing was.
            guard let start = counted ?? first.first else { return false }
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
}

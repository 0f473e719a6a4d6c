package import EventLoops

/// PostgreSQL's time, and this machine's monotonic time of its reading.
package struct ClockReading: Equatable, Sendable {
    package let time: PostgresTimestamp
    package let instant: MonotonicInstant
    /// By how much `instant` may be wrong, either way: half of what asking took.
    package let uncertaintyNanoseconds: Int64

    package init(time: PostgresTimestamp, instant: MonotonicInstant, uncertaintyNanoseconds: Int64 = 0) {
        self.time = time
        self.instant = instant
        self.uncertaintyNanoseconds = uncertaintyNanoseconds
    }

    /// - Parameters:
    ///   - sent: when the question left.
    ///   - received: when the answer was here; it was read in between.
    package init(time: PostgresTimestamp, sent: MonotonicInstant, received: MonotonicInstant) {
        let half = received.nanoseconds(since: sent) / 2
        self.init(
            time: time, instant: MonotonicInstant(nanoseconds: sent.nanoseconds + half),
            uncertaintyNanoseconds: half)
    }
}

/// Asks PostgreSQL for the time.
package struct ReadClock: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT clock_timestamp()"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> PostgresTimestamp {
        try row.read()
    }
}

extension PostgresPool {
    /// Reads the server's clock.
    package func readClock() async throws(PostgresError) -> ClockReading {
        let sent = MonotonicInstant.now
        guard let time = try await run(ReadClock()).first else {
            throw .decoding("the clock gave no row")
        }
        return ClockReading(time: time, sent: sent, received: .now)
    }
}

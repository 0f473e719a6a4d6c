package import EventLoops
package import Postgres
package import Values

/// The time by which the service stamps and judges: PostgreSQL's, since all processes share that one, and the
/// clocks of their machines may be set wrong or apart.
///
/// It goes on by this machine's monotonic clock from what the database said last; each loop has its own, and
/// each answer of the database's to the loop's heartbeat, once a second, sets it right. So a machine's time
/// of day is never asked for, and a change of it never noticed.
package final class DatabaseClock {
    private var reading: ClockReading

    package init(_ reading: ClockReading) {
        self.reading = reading
    }

    package var now: Timestamp { time(at: .now) }

    package func time(at instant: MonotonicInstant) -> Timestamp {
        let elapsed = instant.nanoseconds(since: reading.instant) / 1_000
        return Timestamp(microsecondsSince1970: reading.time.microsecondsSince1970 + elapsed)
    }

    /// Sets the clock, unless the reading may be off by more than it says that the clock is: an answer that
    /// took long would make it worse.
    package func follow(_ next: ClockReading) {
        let expected = time(at: next.instant).microsecondsSince1970
        let difference = abs(next.time.microsecondsSince1970 - expected)
        if difference * 1_000 > next.uncertaintyNanoseconds { reading = next }
    }
}

extension WallClock {
    /// This machine's own time of day, where there is no database to ask.
    package static var reading: ClockReading {
        ClockReading(
            time: PostgresTimestamp(microsecondsSince1970: now.microsecondsSince1970), instant: .now)
    }
}

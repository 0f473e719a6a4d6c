package import EventLoops
package import Postgres
package import Values

/// The service's time for stamps and decisions: PostgreSQL's. All processes share it, while the clocks of
/// their machines may differ or be wrong. Its days are those of the programme's time zone.
///
/// It advances with this machine's monotonic clock from the database's last answer. Each loop has its own,
/// and each answer to the loop's heartbeat, once a second, corrects it. The machine's time of day is never
/// read, so changing it has no effect.
package final class DatabaseClock {
    package let zone: ProgrammeZone
    private var reading: ClockReading
    /// Nil unless a test server sets the clock.
    private var manual: Manual?

    private enum Manual {
        case running
        case stopped
    }

    package init(_ reading: ClockReading, in zone: ProgrammeZone = .utc) {
        self.reading = reading
        self.zone = zone
    }

    /// The current day in the zone, since 1970-01-01.
    package var today: Int32 { zone.day(of: now) }

    package var now: Timestamp { time(at: .now) }

    package func time(at instant: MonotonicInstant) -> Timestamp {
        if manual == .stopped {
            return Timestamp(microsecondsSince1970: reading.time.microsecondsSince1970)
        }
        let elapsed = instant.nanoseconds(since: reading.instant) / 1_000
        return Timestamp(microsecondsSince1970: reading.time.microsecondsSince1970 + elapsed)
    }

    /// Sets the clock, unless the reading may be off by more than it says that the clock is: an answer that
    /// took long would make it worse.
    package func follow(_ next: ClockReading) {
        if manual != nil { return }
        let expected = time(at: next.instant).microsecondsSince1970
        let difference = abs(next.time.microsecondsSince1970 - expected)
        if difference * 1_000 > next.uncertaintyNanoseconds { reading = next }
    }

    /// Sets the clock for good, for test servers: heartbeats no longer correct it.
    package func set(_ time: Timestamp, isStopped: Bool) {
        let time = PostgresTimestamp(microsecondsSince1970: time.microsecondsSince1970)
        reading = ClockReading(time: time, instant: .now)
        manual = isStopped ? .stopped : .running
    }
}

extension WallClock {
    /// This machine's own time of day, where there is no database to ask.
    package static var reading: ClockReading {
        ClockReading(
            time: PostgresTimestamp(microsecondsSince1970: now.microsecondsSince1970), instant: .now)
    }
}

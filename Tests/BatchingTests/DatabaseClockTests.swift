import EventLoops
import Postgres
import TestSupport
import Testing
import Values

@testable import Batching

/// One clock for all processes: PostgreSQL's.
@Suite struct DatabaseClockTests {
    private static let noon: Int64 = 1_760_000_000_000_000

    private func reading(
        _ microseconds: Int64, atMilliseconds milliseconds: Int64, uncertainMilliseconds: Int64 = 0
    ) -> ClockReading {
        ClockReading(
            time: PostgresTimestamp(microsecondsSince1970: microseconds),
            instant: MonotonicInstant(nanoseconds: milliseconds * 1_000_000),
            uncertaintyNanoseconds: uncertainMilliseconds * 1_000_000)
    }

    private func time(_ clock: DatabaseClock, atMilliseconds milliseconds: Int64) -> Int64 {
        clock.time(at: MonotonicInstant(nanoseconds: milliseconds * 1_000_000)).microsecondsSince1970
    }

    @Test func `goes on by the monotonic clock, before and after a reading`() {
        let clock = DatabaseClock(reading(Self.noon, atMilliseconds: 5_000))
        #expect(time(clock, atMilliseconds: 5_000) == Self.noon)
        #expect(time(clock, atMilliseconds: 5_250) == Self.noon + 250_000)
        #expect(time(clock, atMilliseconds: 4_000) == Self.noon - 1_000_000)
    }

    @Test(arguments: [86_400, -86_400, 12, -12]) func `follows the database wherever its clock goes`(
        seconds: Int64
    ) {
        let clock = DatabaseClock(reading(Self.noon, atMilliseconds: 0))
        let moved = Self.noon + seconds * 1_000_000
        clock.follow(reading(moved, atMilliseconds: 0, uncertainMilliseconds: 500))
        #expect(time(clock, atMilliseconds: 1_000) == moved + 1_000_000)
    }

    @Test func `stays as it is where an answer that took long may be wrong by as much`() {
        let clock = DatabaseClock(reading(Self.noon, atMilliseconds: 0))
        clock.follow(reading(Self.noon + 300_000, atMilliseconds: 0, uncertainMilliseconds: 400))
        #expect(time(clock, atMilliseconds: 0) == Self.noon)
        clock.follow(reading(Self.noon + 300_000, atMilliseconds: 0, uncertainMilliseconds: 200))
        #expect(time(clock, atMilliseconds: 0) == Self.noon + 300_000)
    }

    @Test func `a reading is taken for the middle of its round trip`() {
        let reading = ClockReading(
            time: PostgresTimestamp(microsecondsSince1970: 0), sent: MonotonicInstant(nanoseconds: 100),
            received: MonotonicInstant(nanoseconds: 300))
        #expect(reading.instant == MonotonicInstant(nanoseconds: 200))
        #expect(reading.uncertaintyNanoseconds == 100)
    }

    @Test func `the heartbeat sets it, within two seconds of a change`() async throws {
        try await TestDatabase.withSchema { database in
            try database.makeClockMovable()
            try await database.withPool { pool, loop in
                let clock = DatabaseClock(try await pool.readClock())
                let notifications = Notifications()
                try notifications.start(pool.configuration, setting: clock, on: loop)
                for (interval, seconds) in [("1 day", 86_400), ("-1 day", -86_400), ("0", 0)]
                    as [(String, Int64)]
                {
                    try database.moveClock(by: interval)
                    #expect(
                        await eventually {
                            let ahead = clock.now.secondsSince1970 - WallClock.now.secondsSince1970
                            return abs(ahead - seconds) <= 2
                        }, "\(interval)")
                }
                await notifications.close(on: loop)
            }
        }
    }
}

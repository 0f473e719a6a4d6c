package import FoundationEssentials
package import Values

/// Makes version 7 UUIDs (RFC 9562 section 5.7), ever rising: one for each loop, for use on that loop only.
///
/// Within a millisecond a 12-bit counter keeps the order (section 6.2, method 1); it starts at a random value
/// in its lower half. When it is used up, and when the clock goes back, ids borrow from the milliseconds to
/// come. The other 62 bits are random in each id, so ids of different loops and machines don't meet.
package final class UUIDv7Generator {
    private static let counterMax: UInt64 = 0xFFF

    private var random = RandomBuffer()
    private var milliseconds: UInt64 = 0
    private var counter: UInt64 = 0

    package init() {}

    /// - Parameter now: milliseconds since 1970.
    package func next(atMilliseconds now: Int64) -> UUID {
        let now = UInt64(clamping: now)
        if now > milliseconds {
            begin(now)
        } else if counter < Self.counterMax {
            counter += 1
        } else {
            begin(milliseconds + 1)
        }
        let high = milliseconds << 16 | 0x7000 | counter
        let low = random.next() >> 2 | 1 << 63
        return UUID(high: high, low: low)
    }

    /// - Parameter now: microseconds since 1970.
    package func next(atMicroseconds now: Int64) -> UUID {
        next(atMilliseconds: now / 1000)
    }

    private func begin(_ now: UInt64) {
        milliseconds = now
        counter = random.next() & Self.counterMax >> 1
    }
}

extension UUID {
    /// No UUID of version 7 made at `time` or later is below it.
    package init(firstAt time: Timestamp) {
        self.init(high: UInt64(clamping: time.microsecondsSince1970 / 1_000) << 16, low: 0)
    }
}

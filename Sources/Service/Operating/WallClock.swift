internal import Glibc
package import Values

/// The time of day, as the service stamps what it writes.
package enum WallClock {
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microsecondsSince1970: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}

extension Timestamp {
    package var secondsSince1970: Int64 {
        microsecondsSince1970 / 1_000_000
    }
}

internal import Glibc
package import Values

/// This machine's time of day: for its log, and for code without a database. The service's stamps and
/// decisions use `DatabaseClock`.
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

internal import Glibc

/// A point on the machine's monotonic clock, in nanoseconds: it never goes back when the wall clock is set.
public struct MonotonicInstant: Comparable, Hashable, Sendable {
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static var now: MonotonicInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    public func adding(milliseconds: Int) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: nanoseconds + Int64(milliseconds) * 1_000_000)
    }

    /// Nanoseconds from `earlier` to this instant; negative when it lies before.
    package func nanoseconds(since earlier: MonotonicInstant) -> Int64 {
        nanoseconds - earlier.nanoseconds
    }

    /// Whole milliseconds from `earlier` to this instant; negative when it lies before.
    package func milliseconds(since earlier: MonotonicInstant) -> Int {
        Int(nanoseconds(since: earlier) / 1_000_000)
    }
}

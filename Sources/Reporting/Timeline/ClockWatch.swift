internal import Batching
internal import EventLoops
internal import Values

/// Notices that the database's clock was set back, as after it was ahead.
///
/// Counts up to a time that had not come are no longer complete: rows are stamped before it again.
final class ClockWatch {
    /// Clocks of two processes differ by less.
    static let toleranceSeconds: Int64 = 5

    private var last: (time: Timestamp, instant: MonotonicInstant)?

    /// By how many seconds the clock was set back since the last call; 0 for less than the tolerance.
    func secondsSetBack(_ clock: DatabaseClock) -> Int64 {
        let instant = MonotonicInstant.now
        let time = clock.time(at: instant)
        defer { last = (time, instant) }
        guard let last else { return 0 }
        let expected = last.time.adding(microseconds: instant.nanoseconds(since: last.instant) / 1_000)
        let seconds = (expected.microsecondsSince1970 - time.microsecondsSince1970) / 1_000_000
        return seconds > Self.toleranceSeconds ? seconds : 0
    }
}

internal import EventLoops
internal import Glibc

/// Waits in small steps up to a limit, and says so once the wait can be noticed.
struct Patience {
    private static let silentMilliseconds = 2_000

    private let start = MonotonicInstant.now
    private let limitMilliseconds: Int
    private var hasSpoken = false

    init(milliseconds: Int) {
        limitMilliseconds = milliseconds
    }

    /// Sleeps for `milliseconds`; false when the limit is past. `speak` is called once, after two seconds.
    mutating func wait(_ milliseconds: Int, else speak: () -> Void) -> Bool {
        let waited = MonotonicInstant.now.milliseconds(since: start)
        if waited >= limitMilliseconds { return false }
        if waited >= Self.silentMilliseconds && !hasSpoken {
            hasSpoken = true
            speak()
        }
        usleep(UInt32(milliseconds * 1_000))
        return true
    }
}

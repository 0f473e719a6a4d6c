internal import Glibc
internal import Synchronization

/// The processor time of this process's threads, without some of them.
final class ProcessCPU: Sendable {
    struct Reading {
        fileprivate let time = MonotonicInstant.now
        fileprivate let processorNanoseconds: Int64
    }

    private let leftOut = Mutex<[clockid_t]>([])

    /// - Precondition: the calling thread lives as long as its readings are of use: an ended thread's time
    ///   counts as zero.
    func leaveOutThisThread() {
        var clock = clockid_t()
        guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return }
        leftOut.withLock { $0.append(clock) }
    }

    func read() -> Reading {
        let leftOut = leftOut.withLock { $0.reduce(0) { $0 + Self.nanoseconds(of: $1) } }
        return Reading(processorNanoseconds: Self.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) - leftOut)
    }

    /// Processors that they took since then, on average.
    func processors(since reading: Reading) -> Double {
        let now = read()
        let passed = max(1, now.time.nanoseconds(since: reading.time))
        return Double(now.processorNanoseconds - reading.processorNanoseconds) / Double(passed)
    }

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

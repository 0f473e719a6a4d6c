internal import EventLoops

/// Waits once for a descriptor.
final class Readiness {
    private let waiting = Waiting()
    private var isReady = false
    private var watch: FileWatch?
    private var timer: LoopTimer?

    init(
        of descriptor: Int32, for interest: FileWatch.Interest, on loop: isolated EventLoop
    ) throws(PostgresError) {
        watch = try loopResource { () throws(EventLoopError) in
            try loop.watch(descriptor, for: interest) { [weak self] in
                self?.isReady = true
                self?.watch?.stop()
                self?.waiting.wake()
            }
        }
        timer = try loopResource { () throws(EventLoopError) in
            try loop.timer { [weak self] in self?.waiting.wake() }
        }
    }

    func wait(until deadline: MonotonicInstant) async -> Bool {
        await waiting.wait {
            watch?.start()
            timer?.start(afterMilliseconds: deadline.milliseconds(since: .now))
            return true
        }
        // Before libpq may close the descriptor.
        watch = nil
        timer = nil
        return isReady
    }
}

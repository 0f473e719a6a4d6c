internal import Glibc
internal import Synchronization

/// The work that waits for a thread of a `BlockingPool`, and the work in progress.
final class BlockingQueue: Sendable {
    private struct Work: Sendable {
        let comesBy: MonotonicInstant
        let run: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    private struct State {
        var waiting = FairQueue<Work>()
        var resting = 0
        var isEnding = false
        /// The recent average duration of a piece of work.
        var nanosecondsEach: Int64 = 0
    }

    /// So long a thread rests before it looks again whether the others still want the processors.
    private static let restMicroseconds: useconds_t = 100_000

    private let state = Mutex(State())
    private let available = Semaphore()
    private let processCPU = ProcessCPU()
    private let workers: Int
    private let limits: BlockingPool.Limits

    init(workers: Int, limits: BlockingPool.Limits) {
        self.workers = workers
        self.limits = limits
    }

    var depth: Int {
        state.withLock { $0.waiting.count }
    }

    private var isEnding: Bool {
        state.withLock(\.isEnding)
    }

    func append(
        _ run: @escaping @Sendable () -> Void, orElse refuse: @escaping @Sendable () -> Void,
        for key: FairnessKey
    ) {
        let latest = MonotonicInstant.now.adding(milliseconds: limits.waitMillisecondsMax)
        let surplus = state.withLock { state -> Work? in
            state.waiting.append(Work(comesBy: latest, run: run, refuse: refuse), of: key)
            return state.waiting.count > room(state) ? state.waiting.removeSurplus() : nil
        }
        if let surplus { surplus.refuse() } else { available.signal() }
    }

    /// Ends each thread's `work`, once nothing waits.
    func end() {
        state.withLock { $0.isEnding = true }
        for _ in 0..<workers { available.signal() }
    }

    /// How many may wait: as many as will be served in time.
    private func room(_ state: State) -> Int {
        guard state.nanosecondsEach > 0 else { return limits.queueMax }
        let inTime =
            Int64(limits.waitMillisecondsMax) * 1_000_000 * Int64(workers - state.resting)
            / state.nanosecondsEach
        return min(limits.queueMax, max(workers, Int(inTime)))
    }

    /// A thread's life: returns after `end`.
    func work(mayRest: Bool) {
        processCPU.leaveOutThisThread()
        while true {
            available.wait()
            let began = processCPU.read()
            guard let work = state.withLock({ $0.waiting.removeNext() }) else {
                // Signals are as many as pieces of work, and one more for each thread at the end.
                if isEnding { return }
                continue
            }
            run(work)
            if mayRest { rest(since: began) }
        }
    }

    private func run(_ work: Work) {
        let start = MonotonicInstant.now
        guard start < work.comesBy else { return work.refuse() }
        work.run()
        note(MonotonicInstant.now.nanoseconds(since: start))
    }

    private func rest(since began: ProcessCPU.Reading) {
        var began = began
        guard processCPU.processors(since: began) > limits.othersProcessorsMax else { return }
        state.withLock { $0.resting += 1 }
        repeat {
            began = processCPU.read()
            usleep(Self.restMicroseconds)
        } while processCPU.processors(since: began) > limits.othersProcessorsMax && !isEnding
        state.withLock { $0.resting -= 1 }
    }

    /// An average in which the last eight or so count.
    private func note(_ nanoseconds: Int64) {
        state.withLock { state in
            let known = state.nanosecondsEach
            state.nanosecondsEach = known == 0 ? nanoseconds : known + (nanoseconds - known) / 8
        }
    }
}

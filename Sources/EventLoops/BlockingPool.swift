internal import Glibc
internal import Synchronization

/// The one place for work that would stop a loop, such as hashing a password: a few threads and a short
/// queue, in which those whose work it is take turns.
package final class BlockingPool: Sendable {
    /// There is no room, or no time left; nothing was started.
    package struct Full: Error {}

    package struct Limits: Sendable {
        /// Pieces of work that may wait.
        package var queueMax: Int
        /// How long one may wait. Nobody waits for what can't come in time: when the queue is longer than
        /// that, as far as is known of how long a piece takes, one of whoever has most waiting goes at once.
        package var waitMillisecondsMax: Int
        /// Added to the threads' nice value, 0 to 19: at 10 a thread gets a tenth of a processor that a loop
        /// wants too (sched(7)), and all of one that nobody wants.
        package var niceness: Int32
        /// While the process's other threads take more processors than that, half of ours rest: however nice
        /// they are, a processor that they have is slower to be had by others, PostgreSQL's among them.
        package var othersProcessorsMax: Double

        package init(
            queueMax: Int, waitMillisecondsMax: Int = 60_000, niceness: Int32 = 0,
            othersProcessorsMax: Double = .infinity
        ) {
            self.queueMax = queueMax
            self.waitMillisecondsMax = waitMillisecondsMax
            self.niceness = niceness
            self.othersProcessorsMax = othersProcessorsMax
        }
    }

    private struct Work: Sendable {
        let comesBy: MonotonicInstant
        let run: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    private struct State {
        var queue = FairQueue<Work>()
        var resting = 0
        /// What a piece of work took lately, on average.
        var nanosecondsEach: Int64 = 0
    }

    /// So long a thread rests before it looks again whether the others still want the processors.
    private static let restMicroseconds: useconds_t = 100_000

    private let state = Mutex(State())
    private let available = Semaphore()
    private let others = OtherThreads()
    private let workers: Int
    private let limits: Limits

    /// - Parameter workers: threads, each running one piece of work at a time.
    package init(workers: Int, limits: Limits) throws(EventLoopError) {
        self.workers = max(1, workers)
        self.limits = limits
        for index in 0..<self.workers {
            _ = try startThread(named: "blocking-\(index)") { [self] in
                // Linux has a nice value for each thread, whatever POSIX says: setpriority(2).
                let which = __priority_which_t(PRIO_PROCESS.rawValue)
                setpriority(which, 0, getpriority(which, 0) + limits.niceness)
                others.leaveOutThisThread()
                work(mayRest: index >= max(1, workers / 2))
            }
        }
    }

    package convenience init(workers: Int, queueMax: Int) throws(EventLoopError) {
        try self.init(workers: workers, limits: Limits(queueMax: queueMax))
    }

    /// Pieces of work that wait for a thread.
    package var queueDepth: Int {
        state.withLock { $0.queue.count }
    }

    /// Runs `body` on one of the pool's threads while the calling task waits without holding its loop.
    package func run<Value: Sendable>(
        for party: WorkParty = .only, _ body: @escaping @Sendable () -> Value
    ) async throws(Full) -> Value {
        let result: Value? = await withUnsafeContinuation { continuation in
            submit(for: party) {
                continuation.resume(returning: body())
            } orElse: {
                continuation.resume(returning: nil)
            }
        }
        guard let result else { throw Full() }
        return result
    }

    /// Has one of the pool's threads run `body`, without waiting for it.
    ///
    /// - Parameter refuse: called in its place when there is no room or no time: at once, or as soon as
    ///   another needs the room more.
    package func submit(
        for party: WorkParty = .only, _ body: @escaping @Sendable () -> Void,
        orElse refuse: @escaping @Sendable () -> Void
    ) {
        let latest = MonotonicInstant.now.adding(milliseconds: limits.waitMillisecondsMax)
        let surplus = state.withLock { state -> Work? in
            state.queue.append(Work(comesBy: latest, run: body, refuse: refuse), of: party)
            return state.queue.count > room(state) ? state.queue.removeSurplus() : nil
        }
        if let surplus { surplus.refuse() } else { available.signal() }
    }

    /// How many may wait: as many as will be served in time.
    private func room(_ state: State) -> Int {
        guard state.nanosecondsEach > 0 else { return limits.queueMax }
        let inTime =
            Int64(limits.waitMillisecondsMax) * 1_000_000 * Int64(workers - state.resting)
            / state.nanosecondsEach
        return min(limits.queueMax, max(workers, Int(inTime)))
    }

    private func work(mayRest: Bool) {
        while true {
            available.wait()
            let began = others.read()
            runNext()
            if mayRest { rest(since: began) }
        }
    }

    private func runNext() {
        guard let work = state.withLock({ $0.queue.removeNext() }) else { return }
        let start = MonotonicInstant.now
        guard start < work.comesBy else { return work.refuse() }
        work.run()
        note(MonotonicInstant.now.nanoseconds(since: start))
    }

    private func rest(since began: OtherThreads.Reading) {
        var began = began
        guard others.processors(since: began) > limits.othersProcessorsMax else { return }
        state.withLock { $0.resting += 1 }
        repeat {
            began = others.read()
            usleep(Self.restMicroseconds)
        } while others.processors(since: began) > limits.othersProcessorsMax
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

/// POSIX's counting semaphore. `@unchecked Sendable`: it is made to be used from many threads, at one address
/// for as long as it is there.
private final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() {
        sem_post(semaphore)
    }

    func wait() {
        // A signal's handler ends the wait early.
        while sem_wait(semaphore) != 0 {}
    }
}

internal import Glibc

/// The only pool for work that would block a loop, such as hashing a password: a few threads and a short
/// queue with fair rotation among keys. The threads end when the pool is released, after the queued work.
package final class BlockingPool: Sendable {
    /// There is no room, or no time left; nothing was started.
    package struct Full: Error {}

    package struct Limits: Sendable {
        /// Pieces of work that may wait.
        package var queueMax: Int
        /// The longest wait. If the queue is longer than that, by the known duration of a piece of work, a
        /// piece of the key with the most waiting is refused at once.
        package var waitMillisecondsMax: Int
        /// Added to the threads' nice value, 0 to 19. At 10 a thread gets a tenth of a processor that a
        /// loop wants too (sched(7)), and all of an idle one.
        package var niceness: Int32
        /// While the process's other threads use more processors than that, half of ours rest. Even nice
        /// threads delay others on their processor, such as PostgreSQL's.
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

    private let queue: BlockingQueue

    /// - Parameter workers: threads, each running one piece of work at a time.
    package init(workers: Int, limits: Limits) throws(EventLoopError) {
        let workers = max(1, workers)
        queue = BlockingQueue(workers: workers, limits: limits)
        for index in 0..<workers {
            // The threads hold the queue, not the pool, whose end is theirs.
            let thread = try startThread(named: "blocking-\(index)") { [queue] in
                // Linux has a nice value for each thread, whatever POSIX says: setpriority(2).
                let which = __priority_which_t(PRIO_PROCESS.rawValue)
                setpriority(which, 0, getpriority(which, 0) + limits.niceness)
                queue.work(mayRest: index >= max(1, workers / 2))
            }
            pthread_detach(thread)
        }
    }

    package convenience init(workers: Int, queueMax: Int) throws(EventLoopError) {
        try self.init(workers: workers, limits: Limits(queueMax: queueMax))
    }

    deinit {
        queue.end()
    }

    /// Pieces of work that wait for a thread.
    package var queueDepth: Int { queue.depth }

    /// Runs `body` on one of the pool's threads while the calling task waits without holding its loop.
    package func run<Value: Sendable>(
        for key: FairnessKey = .only, _ body: @escaping @Sendable () -> Value
    ) async throws(Full) -> Value {
        let result: Value? = await withUnsafeContinuation { continuation in
            submit(for: key) {
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
    /// - Parameter refuse: called instead of it when there is no room or no time: at once, or as soon as
    ///   another needs the room more.
    package func submit(
        for key: FairnessKey = .only, _ body: @escaping @Sendable () -> Void,
        orElse refuse: @escaping @Sendable () -> Void
    ) {
        queue.append(body, orElse: refuse, for: key)
    }
}

internal import Synchronization

/// The threads of tasks that belong to no loop: as many as there are processors, which the runtime starts.
package enum GlobalPool {
    private static let wide = Mutex<BlockingPool?>(nil)

    /// Replaces the runtime's threads by more, which may block: for processes of tests, which wait for a
    /// reply or for a command by blocking. A task that resumes after `Task.sleep` is on the runtime's threads
    /// until it next suspends.
    ///
    /// - Parameter threads: their number. A second call changes nothing.
    package static func widen(to threads: Int) throws(EventLoopError) {
        try wide.withLock { pool throws(EventLoopError) in
            if pool != nil { return }
            let limits = BlockingPool.Limits(queueMax: .max, waitMillisecondsMax: 3_600_000)
            pool = try BlockingPool(workers: threads, limits: limits)
        }
        LoopResumption.install()
    }

    /// Runs `job` on one of the wide pool's threads; false without a pool.
    static func run(_ job: UnownedJob) -> Bool {
        guard let pool = wide.withLock({ $0 }) else { return false }
        // The runtime's generic executor: neither an object nor its methods.
        let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
        let body: @Sendable () -> Void = { job.runSynchronously(on: generic) }
        // A job that is not run would be a task that never ends.
        pool.submit(body, orElse: body)
        return true
    }
}

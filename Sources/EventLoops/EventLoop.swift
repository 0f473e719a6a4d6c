/// One thread and one `event_base`. Everything a loop owns is a plain class that lives in this actor's
/// isolation: no locks, no hops.
///
/// Code on the loop takes `on loop: isolated EventLoop`, and its closures inherit that isolation.
/// `Task.immediate(priority: EventLoop.taskPriority) { _ = loop; … }` starts a task here without a hop, and
/// the task stays here after each wait.
public actor EventLoop {
    nonisolated let executor: LoopExecutor

    /// Position in its group, from 0.
    package nonisolated let index: Int

    /// The values of `LoopLocal` here, by its key.
    var locals: [ObjectIdentifier: Any] = [:]

    private var sleepers: [ObjectIdentifier: Sleeper] = [:]

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Marks the tasks that live on loops, so that they go on there after a wait; see `LoopResumption`.
    /// Nothing else in the program has it.
    package static let taskPriority = TaskPriority.utility

    init(index: Int) throws(EventLoopError) {
        self.executor = try LoopExecutor()
        self.index = index
    }

    /// Calls `action` whenever `descriptor` is ready for `interest`, until the watch is stopped or released.
    package func watch(
        _ descriptor: Int32, for interest: FileWatch.Interest, _ action: @escaping () -> Void
    ) throws(EventLoopError) -> FileWatch {
        try FileWatch(loop: self, descriptor: descriptor, interest: interest, action: action)
    }

    /// A timer that is not yet running; see `LoopTimer.start`.
    package func timer(_ action: @escaping () -> Void) throws(EventLoopError) -> LoopTimer {
        try LoopTimer(loop: self, action: action)
    }

    /// Calls `action` on this loop each time the process receives `signal`.
    package func watch(
        signal: Int32, _ action: @escaping () -> Void
    ) throws(EventLoopError) -> SignalWatch {
        try SignalWatch(loop: self, signal: signal, action: action)
    }

    /// Suspends the calling task for `milliseconds`.
    ///
    /// - Throws: `EventLoopError.stopped` when the loop stops meanwhile, so that work which recurs ends and
    ///   releases what it holds.
    package func sleep(milliseconds: Int) async throws(EventLoopError) {
        let sleeper = Sleeper()
        let timer = try self.timer { sleeper.waiting.wake() }
        defer { timer.stop() }
        await sleeper.waiting.wait {
            timer.start(afterMilliseconds: milliseconds)
            sleepers[ObjectIdentifier(sleeper)] = sleeper
            return true
        }
        sleepers[ObjectIdentifier(sleeper)] = nil
        if sleeper.isStopped { throw .stopped }
    }

    /// Wakes every task that sleeps, and releases what is kept here: much of that refers back to the loop.
    func end() {
        for sleeper in sleepers.values { sleeper.stop() }
        locals = [:]
    }
}

/// Joins a timer to the one task that waits for it.
private final class Sleeper {
    let waiting = Waiting()
    private(set) var isStopped = false

    func stop() {
        isStopped = true
        waiting.wake()
    }
}

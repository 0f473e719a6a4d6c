internal import CLibevent
internal import Glibc

/// Keeps the tasks of a loop on it when a continuation resumes.
///
/// Swift 6.3 resumes every continuation on the generic executor, whatever its task is isolated to (seen in
/// `swift_continuation_init`): a loop's task would go through the global pool and back after each wait, two
/// thread switches. So the runtime's own hook is used: a job that a loop's thread would hand to the global
/// pool, and whose priority marks it as a loop's, is run by the loop in turn with its others.
///
/// A task executor preference would be the documented way, but a task without one that calls in from outside
/// is then suspended at every isolated call, where nobody expects it: seen, wake-ups were lost.
enum LoopResumption {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    /// The executor that runs on this thread, if any.
    private static let executorOfThread: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Evaluated once.
    private static let isInstalled: Bool = {
        _ = executorOfThread
        let hook: Hook = { job, original in
            guard job.priority.rawValue == EventLoop.taskPriority.rawValue,
                let executor = pthread_getspecific(LoopResumption.executorOfThread)
            else {
                if !GlobalPool.run(job) { original(job) }
                return
            }
            Unmanaged<LoopExecutor>.fromOpaque(executor).takeUnretainedValue().runLater(job)
        }
        swift_task_enqueueGlobal_hook = unsafeBitCast(hook, to: UnsafeMutableRawPointer.self)
        return true
    }()

    static func install() {
        precondition(isInstalled)
    }

    /// Runs `body`, an event loop, as this thread's.
    static func withThread(of executor: LoopExecutor, _ body: () -> Void) {
        install()
        pthread_setspecific(executorOfThread, Unmanaged.passUnretained(executor).toOpaque())
        body()
        pthread_setspecific(executorOfThread, nil)
    }
}

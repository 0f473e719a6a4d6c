internal import CLibevent
internal import Glibc

/// Keeps tasks on their loop when a continuation resumes.
///
/// Swift 6.3 resumes every continuation on the generic executor, whatever the task is isolated to (seen in
/// `swift_continuation_init`): a task of a loop would go through the global pool and back after each wait, two thread
/// switches. A task executor preference does not help, since a task without it that calls in from outside would then be
/// suspended where nobody expects it. So the runtime's own hook is used: what a loop's thread would hand to the global
/// pool it runs itself, in turn with its other jobs.
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
            guard let executor = pthread_getspecific(LoopResumption.executorOfThread) else {
                return original(job)
            }
            Unmanaged<LoopExecutor>.fromOpaque(executor).takeUnretainedValue().runLater(job)
        }
        swift_task_enqueueGlobal_hook = unsafeBitCast(hook, to: UnsafeMutableRawPointer.self)
        return true
    }()

    /// Runs `body`, an event loop, as this thread's.
    static func withThread(of executor: LoopExecutor, _ body: () -> Void) {
        precondition(isInstalled)
        pthread_setspecific(executorOfThread, Unmanaged.passUnretained(executor).toOpaque())
        body()
        pthread_setspecific(executorOfThread, nil)
    }
}

internal import CLibevent
internal import Glibc

/// Keeps the tasks of a loop on it when a continuation resumes.
///
/// Swift 6.3 resumes every continuation on the generic executor, whatever its task's isolation (seen in
/// `swift_continuation_init`). A loop's task would go through the global pool and back after each wait,
/// which costs two thread switches. So the runtime's own hook is used. When a loop's thread hands the
/// global pool a job with a loop's priority, the loop runs it itself, after its others.
///
/// A task executor preference would be the documented way. But then a task without one that calls in from
/// outside is suspended at every isolated call, where the code doesn't expect it; wake-ups were lost in
/// tests.
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

internal import CLibevent
internal import Glibc
internal import Synchronization

/// One thread's `event_base` as a Swift executor: jobs run between libevent's callbacks.
///
/// `@unchecked Sendable`: `local` and `urgent` are touched on the loop's own thread only; what other threads
/// hand over goes through `mailbox`.
final class LoopExecutor: SerialExecutor, @unchecked Sendable {
    /// How many rounds of jobs run before sockets are polled again.
    private static let drainRoundsMax = 16
    /// How many rounds of jobs a task has for its end when the loop stops.
    private static let finishRoundsMax = 64

    /// Once: libevent's set-up of its locks is not itself safe to run beside their use.
    private static let isThreadSafe = evthread_use_pthreads() == 0

    let base: OpaquePointer
    /// Knows this object unretained: `deinit` frees it first.
    private var wake: OpaquePointer!
    private let isStopping = Atomic(false)
    private let mailbox = Mutex<[UnownedJob]>([])
    private let threadID = Atomic<UInt>(0)
    private var local: [UnownedJob] = []
    let urgent = UrgentWatches()

    init() throws(EventLoopError) {
        guard Self.isThreadSafe else { throw .outOfResources("evthread_use_pthreads") }
        guard let base = Self.makeBase() else { throw .outOfResources("event_base_new") }
        self.base = base
        wake = event_new(
            base, -1, 0,
            { _, _, context in
                Unmanaged<LoopExecutor>.fromOpaque(context!).takeUnretainedValue().drain()
            }, Unmanaged.passUnretained(self).toOpaque())
        guard wake != nil else { throw .outOfResources("event_new") }
    }

    /// Timers of libevent's usual kind go by a clock that moves with the kernel's ticks, each 4 ms.
    private static func makeBase() -> OpaquePointer? {
        guard let config = event_config_new() else { return nil }
        defer { event_config_free(config) }
        event_config_set_flag(config, Int32(EVENT_BASE_FLAG_PRECISE_TIMER.rawValue))
        return event_base_new_with_config(config)
    }

    deinit {
        if wake != nil { event_free(wake) }
        event_base_free(base)
    }

    /// Runs the loop on the calling thread until `stop`, then `finish` and the jobs that it causes.
    func run(finish: () -> Void) {
        threadID.store(UInt(pthread_self()), ordering: .releasing)
        LoopResumption.withThread(of: self) {
            _ = event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY)
            finish()
            for _ in 0..<Self.finishRoundsMax where !runOneRound() { break }
        }
        // The system gives a thread's number to the next thread, which is not this loop.
        threadID.store(0, ordering: .releasing)
    }

    /// Ends `run`, from any thread, even when the thread has not come to it yet.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        event_active(wake, 0, 0)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            runLater(job)
        } else {
            let isFirst = mailbox.withLock { jobs in
                jobs.append(job)
                return jobs.count == 1
            }
            if isFirst { event_active(wake, 0, 0) }
        }
    }

    /// Runs `job` on this thread, in order.
    func runLater(_ job: UnownedJob) {
        if local.isEmpty { event_active(wake, 0, 0) }
        local.append(job)
    }

    func checkIsolated() {
        precondition(isCurrent, "not on this event loop's thread")
    }

    func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    /// How many jobs this thread has queued for itself.
    var queued: Int { local.count }

    var isCurrent: Bool {
        threadID.load(ordering: .relaxed) == UInt(pthread_self())
    }

    /// A watch's callback has ended. Work of an urgent one continues at once.
    func called(urgently isUrgent: Bool) {
        if isUrgent { return urgent.wereSeen() }
        if urgent.lookWhenDue() { drain() }
    }

    private func drain() {
        if isStopping.load(ordering: .acquiring) { event_base_loopbreak(base) }
        var rounds = 0
        while rounds < Self.drainRoundsMax, runOneRound() { rounds += 1 }
        if rounds == Self.drainRoundsMax { letEventsIn() }
    }

    /// Polls before it drains again. Without the second call libevent would come back here at once: an event
    /// made active in a callback runs in the same pass.
    private func letEventsIn() {
        event_active(wake, 0, 0)
        event_base_loopcontinue(base)
    }

    /// Runs what had queued when it was called; false when there was nothing.
    private func runOneRound() -> Bool {
        let remote = mailbox.withLock { jobs in
            defer { jobs.removeAll() }
            return jobs
        }
        let jobs = local
        if remote.isEmpty && jobs.isEmpty { return false }
        local.removeAll()
        for job in remote { job.runSynchronously(on: asUnownedSerialExecutor()) }
        for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
        return true
    }
}

/// Why a loop or something on it could not be made.
public enum EventLoopError: Error, Equatable {
    /// The named call failed for want of memory or descriptors.
    case outOfResources(String)
    /// The loop was stopped.
    case stopped
    /// A task of the loop that resumes is not queued on the loop; see `LoopResumption`.
    case resumesElsewhere
}

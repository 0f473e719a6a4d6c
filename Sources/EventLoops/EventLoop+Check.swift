extension EventLoop {
    /// Resumes a task of this loop, and checks that it is queued here. All state without locks relies on
    /// that, and a new Swift runtime could break it silently.
    ///
    /// - Parameter resume: how the task resumes.
    /// - Throws: `EventLoopError.resumesElsewhere`.
    package func checkResumption(
        by resume: (UnsafeContinuation<Void, Never>) -> Void = { $0.resume() }
    ) throws(EventLoopError) {
        let probe = Probe()
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = self
            await withUnsafeContinuation { probe.continuation = $0 }
        }
        let queued = executor.queued
        if let continuation = probe.continuation { resume(continuation) }
        guard executor.queued == queued + 1 else { throw .resumesElsewhere }
    }
}

/// The wait of the checked task.
private final class Probe {
    var continuation: UnsafeContinuation<Void, Never>?
}

extension EventLoopError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .outOfResources(let call): "\(call) failed for lack of memory or descriptors"
        case .stopped: "the event loop has stopped"
        case .resumesElsewhere:
            "this Swift runtime resumes tasks away from their event loop: build with Swift 6.3"
        }
    }
}

internal import EventLoops

/// A request's span in the trace of its caller, or in one that begins with it.
package final class RequestTrace: Sendable {
    /// The trace of the current task's request, until that is answered; nil for most.
    package static var current: RequestTrace? { task.flatMap { $0.state.withLock { $0 } ? $0 : nil } }

    /// Tasks that the request starts inherit it, and may outlive it.
    @TaskLocal private static var task: RequestTrace?

    /// The caller's span; nil if the trace begins here.
    package let caller: TraceContext?
    /// The request's own span, for the log.
    package let context: TraceContext
    /// Nil if the span is not exported.
    package let recording: OpenSpan?
    private let state = Locked(true)

    private init(caller: TraceContext?, _ context: TraceContext, isRecorded: Bool) {
        self.caller = caller
        self.context = context
        recording = isRecorded ? OpenSpan(context) : nil
    }

    /// A request whose span is exported.
    package static func recorded(_ id: UInt64, calledBy caller: TraceContext?) -> RequestTrace {
        let context = caller?.span(id, isSampled: true) ?? TraceContext(startingAt: id)
        return RequestTrace(caller: caller, context, isRecorded: true)
    }

    /// A request that only the log names.
    package static func logged(_ id: UInt64, calledBy caller: TraceContext) -> RequestTrace {
        RequestTrace(caller: caller, caller.span(id, isSampled: false), isRecorded: false)
    }

    /// Runs the request's work.
    package func run<Value>(_ body: () async -> Value) async -> Value {
        defer { state.withLock { $0 = false } }
        return await Self.$task.withValue(self) {
            if let recording { await recording.run(body) } else { await body() }
        }
    }

    /// The context for webhooks that follow from the request. Without an exported span of ours it is the
    /// caller's, so that no span lacks its parent.
    package var passedOn: TraceContext {
        recording == nil ? caller ?? context : context
    }
}

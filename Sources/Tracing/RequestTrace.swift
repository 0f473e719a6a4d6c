/// A request's span in the trace of its caller, or in one that begins with it.
package final class RequestTrace: Sendable {
    /// The caller's span; nil if the trace begins here.
    package let caller: TraceContext?
    /// The request's own span, for the log.
    package let context: TraceContext
    /// Nil if the span is not exported.
    package let recording: OpenSpan?

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

    /// The context for webhooks that follow from the request. Without an exported span of ours it is the
    /// caller's, so that no span lacks its parent.
    package var passedOn: TraceContext {
        recording == nil ? caller ?? context : context
    }
}

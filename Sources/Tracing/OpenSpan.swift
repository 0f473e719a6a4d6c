package import EventLoops

/// A recorded span while its work runs.
public final class OpenSpan: Sendable {
    /// The span of the current task. Tasks that it starts inherit it, and may outlive it: see `isOpen`.
    @TaskLocal package static var current: OpenSpan?

    package let context: TraceContext
    package let startedAt = MonotonicInstant.now
    private let state = Locked(true)

    package init(_ context: TraceContext) {
        self.context = context
    }

    package var isOpen: Bool { state.withLock { $0 } }

    /// Runs the span's work: what `body` does belongs to the span, until it returns.
    package func run<Value>(_ body: () async -> Value) async -> Value {
        defer { state.withLock { $0 = false } }
        return await Self.$current.withValue(self) { await body() }
    }
}

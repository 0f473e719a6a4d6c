package import EventLoops

/// The tracers of all loops.
package final class Traces: Sendable {
    private let sampling: TraceSampling
    private let spansMax: Int
    private let tracers = LoopLocal<Tracer>()
    package let counts = TraceCounts()

    /// - Parameter spansMax: the spans of a loop that may wait for export.
    package init(_ sampling: TraceSampling, spansMax: Int = 4_096) {
        self.sampling = sampling
        self.spansMax = spansMax
    }

    /// The loop's own, made at the first call.
    package func tracer(on loop: isolated EventLoop) -> Tracer {
        if let tracer = tracers.value(on: loop) { return tracer }
        let tracer = Tracer(sampling, counts, spansMax: spansMax)
        tracers.set(tracer, on: loop)
        return tracer
    }

    /// Hands over the spans of a loop that wait.
    package func take(on loop: isolated EventLoop) -> [FinishedSpan] {
        tracers.value(on: loop)?.take() ?? []
    }
}

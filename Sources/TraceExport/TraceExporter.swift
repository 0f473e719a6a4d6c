package import EventLoops
package import Tracing
package import WebClient

/// Sends the finished spans of all loops to a collector, by OTLP over HTTP, on a loop of its own that serves
/// no request. While the collector is away spans are dropped and counted.
package final class TraceExporter: Sendable {
    /// Called once when exports begin to fail, and once when they succeed again.
    package typealias Report = @Sendable (_ message: String, _ fields: [String: String]) -> Void

    private static let pauseMilliseconds = 1_000
    private static let spansPerRequestMax = 256
    /// For the last export, when the process stops.
    private static let farewellMilliseconds = 1_000

    private let traces: Traces
    private let sources: [EventLoop]
    private let collector: TraceCollector
    private let resource: TraceResource
    private let client: WebClient
    private let loop: EventLoop
    private let report: Report
    private let state = Locked(State())

    private struct State {
        var isFailing = false
        var isStopped = false
    }

    /// - Parameters:
    ///   - sources: the loops whose spans are sent.
    ///   - loop: the client's.
    ///   - report: for the log.
    package init(
        _ traces: Traces, of sources: [EventLoop], as resource: TraceResource, to collector: TraceCollector,
        through client: WebClient, on loop: EventLoop, report: @escaping Report
    ) {
        self.traces = traces
        self.sources = sources
        self.resource = resource
        self.collector = collector
        self.client = client
        self.loop = loop
        self.report = report
    }

    /// Exports until `stop`.
    package func start() {
        Task.immediate(priority: EventLoop.taskPriority) { await run(on: loop) }
    }

    /// Exports the remaining spans, unless the collector fails: the process must not wait for it.
    package func stop() async {
        await stop(on: loop)
    }

    private func stop(on loop: isolated EventLoop) async {
        state.withLock { $0.isStopped = true }
        var last = collector
        last.deadlineMilliseconds = Self.farewellMilliseconds
        for source in sources {
            for part in await parts(on: source) {
                if isFailing {
                    traces.counts.drop(part.count, .collector)
                } else {
                    await send(part, to: last, tries: 1, on: loop)
                }
            }
        }
    }

    private func run(on loop: isolated EventLoop) async {
        while (try? await loop.sleep(milliseconds: Self.pauseMilliseconds)) != nil, !isStopped {
            for source in sources {
                for part in await parts(on: source) {
                    await send(part, to: collector, tries: TraceDelivery.triesMax, on: loop)
                }
            }
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }
    private var isFailing: Bool { state.withLock { $0.isFailing } }

    /// The waiting spans of a loop, as many as a request takes.
    private func parts(on source: EventLoop) async -> [[FinishedSpan]] {
        let spans = await traces.take(on: source)
        return stride(from: 0, to: spans.count, by: Self.spansPerRequestMax).map { start in
            Array(spans[start..<min(start + Self.spansPerRequestMax, spans.count)])
        }
    }

    private func send(
        _ spans: [FinishedSpan], to collector: TraceCollector, tries: Int, on loop: isolated EventLoop
    ) async {
        let delivery = TraceDelivery(TraceRequest(resource, spans).bytes, to: collector, through: client)
        switch await delivery.send(tries: tries, on: loop) {
        case .accepted(let rejected, let reason):
            let lost = min(rejected, spans.count)
            traces.counts.export(spans.count - lost)
            traces.counts.drop(lost, .collector)
            note(lost == 0 ? nil : reason)
        case .failed(let reason):
            traces.counts.drop(spans.count, .collector)
            note(reason)
        }
    }

    private func note(_ failure: String?) {
        let hasChanged = state.withLock { state in
            defer { state.isFailing = failure != nil }
            return state.isFailing != (failure != nil)
        }
        guard hasChanged else { return }
        if let failure {
            report("traces are lost: the collector does not accept them", ["cause": failure])
        } else {
            report("the collector accepts traces again", [:])
        }
    }
}

import EventLoops
import TestSupport
import Testing
import Tracing
import WebClient

@testable import TraceExport

/// An exporter with a loop of its own, a loop whose spans it sends, and a collector.
final class ExportRig: Sendable {
    let collector: TestCollector
    let traces: Traces
    let reports = Locked<[String]>([])
    private let exporter: TraceExporter
    private let client: WebClient
    private let group: EventLoopGroup

    init(spansMax: Int = 4_096, deadlineMilliseconds: Int = 5_000) throws {
        collector = try TestCollector()
        group = try EventLoopGroup(count: 2)
        traces = Traces(TraceSampling(ratio: 1, callersPerSecondMax: 10), spansMax: spansMax)
        client = WebClient(on: group.loops[1])
        var target = TraceCollector(
            endpoint: collector.url + "/", headers: [.init("Authorization", "Bearer of-traces")])
        target.deadlineMilliseconds = deadlineMilliseconds
        let reports = self.reports
        exporter = TraceExporter(
            traces, of: [group.loops[0]], as: TraceResource(service: "a \"test\"", version: "1.2.3"),
            to: target, through: client, on: group.loops[1]
        ) { message, _ in
            reports.withLock { $0.append(message) }
        }
    }

    static func with(
        spansMax: Int = 4_096, deadlineMilliseconds: Int = 5_000,
        _ body: (ExportRig) async throws -> Void
    ) async throws {
        let rig = try ExportRig(spansMax: spansMax, deadlineMilliseconds: deadlineMilliseconds)
        rig.exporter.start()
        let result: Result<Void, any Error>
        do { result = .success(try await body(rig)) } catch { result = .failure(error) }
        await rig.stop()
        try result.get()
    }

    /// Exports what is left, and ends.
    func stop() async {
        await exporter.stop()
        await client.close()
        group.stop()
    }

    var dropped: [TraceCounts.Loss: Int] { traces.counts.snapshot.dropped }
    var exported: Int { traces.counts.snapshot.exported }

    /// Finishes so many spans.
    func finish(_ count: Int, _ work: FinishedSpan.Work = .batch(kind: "events", commands: 3)) async {
        await finish(count, work, on: group.loops[0])
    }

    private func finish(_ count: Int, _ work: FinishedSpan.Work, on loop: isolated EventLoop) {
        for _ in 0..<count {
            let context = TraceContext(startingAt: .random(in: 1 ... .max))
            traces.tracer(on: loop).finish(FinishedSpan(context, parent: nil, work, from: .now, to: .now))
        }
    }

    func finish(_ span: FinishedSpan) async {
        await finish(span, on: group.loops[0])
    }

    private func finish(_ span: FinishedSpan, on loop: isolated EventLoop) {
        traces.tracer(on: loop).finish(span)
    }
}

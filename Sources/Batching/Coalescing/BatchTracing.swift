internal import EventLoops
internal import Tracing

/// The spans of one coalescer's batches. A batch has one if one of its commands is from a recorded request.
public final class BatchTracing {
    /// Of a batch's span; the other requests are left out.
    private static let linksMax = 16

    private let kind: String
    private let tracer: Tracer

    init(_ kind: String, _ tracer: Tracer) {
        self.kind = kind
        self.tracer = tracer
    }

    /// The span of the current task.
    static var submitter: TraceContext? {
        OpenSpan.current.flatMap { $0.isOpen ? $0.context : nil }
    }

    /// Sends a batch, in a span below that of its first recorded request, with links to those of the others.
    func run(_ batch: [any CommandGroup], _ send: BatchScheduler.Send) async {
        let requests = batch.lazy.compactMap(\.submitter).prefix(1 + Self.linksMax)
        guard let first = requests.first else { return await send(batch) }
        let span = OpenSpan(first.child())
        await span.run { await send(batch) }
        let work = FinishedSpan.Work.batch(kind: kind, commands: batch.reduce(0) { $0 + $1.count })
        tracer.finish(
            FinishedSpan(
                span.context, parent: first, work, from: span.startedAt, to: .now,
                links: Array(requests.dropFirst())))
    }
}

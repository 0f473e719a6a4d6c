internal import API
internal import Batching
internal import Delivery
internal import EventLoops
internal import TraceExport
internal import Tracing
internal import WebClient

/// The clients for outgoing requests, on a loop of their own.
struct Outgoing {
    /// For mails and traces.
    let client: WebClient
    /// For webhooks.
    let receivers: WebClient
    private let loop: EventLoop
    private let group: EventLoopGroup

    init() throws {
        group = try EventLoopGroup(count: 1)
        loop = group.loops[0]
        client = WebClient(on: loop)
        receivers = WebClient(on: loop, limits: SendingConfiguration.limits)
    }

    func stop() async {
        await client.close()
        await receivers.close()
        group.stop()
    }

    /// Begins to export the spans of `loops`.
    ///
    /// - Returns: Nil if nothing is exported.
    func export(
        _ traces: Traces?, of loops: [EventLoop], by telemetry: Configuration.Telemetry, log: LogSink
    ) -> TraceExporter? {
        guard let traces else { return nil }
        let resource = TraceResource(service: telemetry.service, version: ProductVersion.current)
        let collector = TraceCollector(endpoint: telemetry.endpoint, headers: telemetry.headers)
        let exporter = TraceExporter(
            traces, of: loops, as: resource, to: collector, through: client, on: loop
        ) { message, fields in
            log.write(LogLine(fields.isEmpty ? .info : .warning, message, fields))
        }
        exporter.start()
        return exporter
    }
}

internal import API
internal import Batching
internal import EventLoops
internal import TraceExport
internal import Tracing
internal import WebClient

/// The client for outgoing requests, on a loop of its own; only if something needs it.
struct Outgoing {
    let client: WebClient
    private let loop: EventLoop
    private let group: EventLoopGroup

    init?(_ configuration: Configuration) throws {
        guard configuration.mail.server != nil || configuration.telemetry.isOn else { return nil }
        group = try EventLoopGroup(count: 1)
        loop = group.loops[0]
        client = WebClient(on: loop)
    }

    func stop() async {
        await client.close()
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

internal import Batching
internal import Forms
internal import HTTP
internal import JSON
internal import Tracing

/// One loop's request lines, passed to the sink in batches. A lock, an allocation and a copy for each line
/// would add a twentieth to a small request's instructions.
final class AccessLog {
    private static let handOverBytes = 16_384

    private let sink: LogSink
    private var lines = JSONWriter(reserving: handOverBytes + 1024)
    private var count = 0

    init(sink: LogSink) {
        self.sink = sink
    }

    func write(_ exchange: Exchange) {
        guard sink.takes(.info) else { return }
        lines.object { json in
            json.member("time", WallClock.now)
            json.member("level", "info")
            json.member("message", "request")
            json.key("id")
            json.plain(RequestID.textLength) { exchange.requestID.write(to: &$0) }
            json.member("method", exchange.method)
            json.member("route", exchange.pattern)
            json.member("status", Int64(exchange.status))
            json.member("duration_us", exchange.durationNanoseconds / 1000)
            if let context = exchange.trace?.context {
                json.member("trace_id", context.traceID.text)
                json.member("span_id", context.spanText)
            }
        }
        lines.endLine()
        count += 1
        if lines.bytes.count >= Self.handOverBytes { handOver() }
    }

    /// Lets the sink have what has gathered.
    func handOver() {
        guard count > 0 else { return }
        sink.append(lines.bytes, lines: count)
        lines.removeAll()
        count = 0
    }
}

internal import Basics
internal import TraceExport
internal import Tracing

extension Configuration {
    /// The export of traces.
    struct Telemetry: Equatable, Sendable {
        /// The collector's URL; empty for no export.
        var endpoint = ""
        var headers: [TraceCollector.Header] = []
        var service = ""
        var ratio = 0.0
        var callersPerSecondMax = 0

        var isOn: Bool { !endpoint.isEmpty }
    }

    /// The names with `OTEL_` are OpenTelemetry's own.
    static let telemetrySettings: [Setting] = [
        endpoint, headers,
        .text(
            "OTEL_SERVICE_NAME", \.telemetry.service, default: "shipmate", "the service's name in traces"
        ),
        ratio,
        .number(
            "SHIPMATE_CALLER_TRACES_PER_SECOND", \.telemetry.callersPerSecondMax, default: 20,
            in: 0...100_000,
            "requests exported per second because their caller's traceparent is sampled"
        ),
    ]

    private static let endpoint = Setting(
        name: "OTEL_EXPORTER_OTLP_ENDPOINT", fallback: "", fallbackMeaning: "none, which disables the export",
        help: "the collector of traces, by OTLP over HTTP, such as http://127.0.0.1:4318"
    ) { configuration, text in
        configuration.telemetry.endpoint = text
        let isURL = ["http://", "https://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && !text.contains("@")
        return text.isEmpty || isURL && isPlain
            ? nil : "http://HOST:PORT or https://HOST:PORT, without a user"
    } show: {
        $0.telemetry.endpoint
    }

    private static let headers = Setting(
        name: "OTEL_EXPORTER_OTLP_HEADERS", fallback: "", fallbackMeaning: "none",
        help: "headers for the collector, as name=value,name=value, values percent-encoded",
        isSecret: true
    ) { configuration, text in
        let items = text.split(separator: ",").map(header)
        configuration.telemetry.headers = items.compactMap(\.self)
        return items.contains(nil) ? "name=value,name=value" : nil
    } show: {
        $0.telemetry.headers.isEmpty ? "" : Secret.hidden
    }

    private static let ratio = Setting(
        name: "SHIPMATE_TRACE_RATIO", fallback: "0.01",
        help: "the part of requests without a traceparent that is exported", allowed: "0 to 1"
    ) { configuration, text in
        guard let value = Double(text), (0...1).contains(value) else { return "a number from 0 to 1" }
        configuration.telemetry.ratio = value
        return nil
    } show: {
        String($0.telemetry.ratio)
    }

    /// `name=value`; nil if it can't be a header.
    private static func header(_ text: Substring) -> TraceCollector.Header? {
        let pair = text.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
        guard pair.count == 2, let value = percentDecoded(pair[1]),
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            pair[0].utf8.allSatisfy({ $0.isAlphanumeric || "-_.".utf8.contains($0) })
        else { return nil }
        return TraceCollector.Header(String(pair[0]), value)
    }

    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension Configuration.Telemetry {
    /// Nil without a collector.
    var traces: Traces? {
        isOn ? Traces(TraceSampling(ratio: ratio, callersPerSecondMax: callersPerSecondMax)) : nil
    }
}

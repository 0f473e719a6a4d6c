import TestSupport
import Testing
import TraceExport

@testable import shipmate

/// The settings of traces.
struct TelemetrySettingsTests {
    private func telemetry(_ environment: [String: String]) throws -> Configuration.Telemetry {
        try Configuration(environment: environment).telemetry
    }

    @Test func `nothing is exported by default`() throws {
        let telemetry = try telemetry([:])
        #expect(!telemetry.isOn)
        #expect(telemetry.traces == nil)
    }

    @Test func `a collector turns the export on`() throws {
        let telemetry = try telemetry([
            "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318",
            "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Basic%20dXNlcjpw, x-scope-orgid=game",
            "OTEL_SERVICE_NAME": "pirates", "SHIPMATE_TRACE_RATIO": "0.5",
        ])
        #expect(telemetry.isOn)
        #expect(
            telemetry.headers == [.init("authorization", "Basic dXNlcjpw"), .init("x-scope-orgid", "game")])
        #expect(telemetry.service == "pirates")
        #expect(telemetry.ratio == 0.5)
        #expect(telemetry.traces != nil)
    }

    @Test(arguments: [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"), ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://user@host"), ("OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://host"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization"), ("OTEL_EXPORTER_OTLP_HEADERS", "a=b%0Ac"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "a=b%2"), ("OTEL_EXPORTER_OTLP_HEADERS", "a:b=c"),
        ("SHIPMATE_TRACE_RATIO", "1.5"), ("SHIPMATE_TRACE_RATIO", "-1"), ("SHIPMATE_TRACE_RATIO", "nan"),
        ("SHIPMATE_TRACE_RATIO", "1%"), ("SHIPMATE_CALLER_TRACES_PER_SECOND", "-1"),
    ])
    func `an invalid value is a mistake`(name: String, value: String) {
        #expect(throws: ConfigurationMistakes.self) { try telemetry([name: value]) }
    }

    @Test func `headers for the collector are a secret`() throws {
        let configuration = try Configuration(environment: [
            "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20very-secret"
        ])
        #expect(!"\(configuration)".contains("very-secret"))
        do {
            _ = try Configuration(environment: ["OTEL_EXPORTER_OTLP_HEADERS": "very-secret"])
            Issue.record("a header without a value was read")
        } catch {
            #expect(!"\(error)".contains("very-secret"))
        }
    }
}

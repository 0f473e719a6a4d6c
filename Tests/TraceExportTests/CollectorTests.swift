import FoundationEssentials
import JSON
import TestSupport
import Testing

/// The tests' collector is as strict as the protocol.
struct CollectorTests {
    /// OpenTelemetry's own.
    private static let example = #filePath.replacing("CollectorTests.swift", with: "Protocol/trace.json")

    private func status(_ body: String, from collector: TestCollector) throws -> Int {
        let client = try RawHTTPClient(port: collector.port)
        return try client.exchange(
            """
            POST /v1/traces HTTP/1.1\r
            Host: x\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            \r
            \(body)
            """
        ).status
    }

    @Test func `it accepts the protocol's example`() throws {
        let collector = try TestCollector()
        let text = try String(contentsOfFile: Self.example, encoding: .utf8)
        #expect(try status(text, from: collector) == 200)
        #expect(try collector.spans.first?["name"]?.string == "I'm a server span")
    }

    @Test(arguments: [
        ("\"traceId\": \"5B8EFFF798038103D269B633813FC60C\"", "\"traceId\": \"W47/95gDgQPSabYzgT/GDA==\""),
        ("\"spanId\": \"EEE19B7EC3C1B174\"", "\"spanId\": \"EEE19B7EC3C1B1\""),
        ("\"kind\": 2", "\"kind\": \"SPAN_KIND_SERVER\""), ("\"kind\": 2", "\"kinds\": 2"),
        ("\"startTimeUnixNano\": \"1544712660000000000\"", "\"startTimeUnixNano\": 1544712660000000000"),
        ("\"name\": \"I'm a server span\"", "\"name\": 7"), ("\"stringValue\"", "\"textValue\""),
    ])
    func `it refuses what the protocol doesn't have`(part: String, fault: String) throws {
        let collector = try TestCollector()
        let text = try String(contentsOfFile: Self.example, encoding: .utf8)
        #expect(text.contains(part))
        #expect(try status(text.replacing(part, with: fault), from: collector) == 400)
        #expect(collector.errors != "")
    }
}

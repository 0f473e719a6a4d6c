import EventLoops
import JSON
import TestSupport
import Testing
import TraceExport
import Tracing
import WebClient

/// The traces that requests belong to, in the log and at a collector.
struct TracingTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let event = "018f4e5a-0000-7000-8000-000000000005"
    private static let sampled = ["traceparent": "00-\(trace)-b7ad6b7169203331-01"]

    @Test func `the log names the trace of a request that has one`() async throws {
        let log = try TestLog()
        var options = TestServer.Options()
        options.log = log
        var replies: [TestClient.Reply] = []
        try await TestServer.with(options) { server in
            let client = try server.client
            replies.append(try client.send("GET", "/v1/users/me", headers: Self.sampled))
            replies.append(try client.send("GET", "/v1/users/me"))
            replies.append(
                try client.send("GET", "/v1/users/me", headers: ["traceparent": "00-\(Self.trace)"]))
        }
        let lines = try log.text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
        let ids = replies.map { $0[header: "x-request-id"] }
        let requests = ids.map { id in lines.first { $0["id"]?.string == id } }
        #expect(requests.map { $0?["trace_id"]?.string } == [Self.trace, nil, nil])
        #expect(requests.map { $0?["span_id"]?.string } == [ids[0], nil, nil])
        #expect(requests[1]?.names.contains("trace_id") == false)
    }

    @Test func `a request's spans arrive at the collector: request, batch, statements`() async throws {
        try await Exporting.with(ratio: 0) { server, collector, _ in
            let client = try server.client
            let user = try client.signUp()
            let reply = try client.send(
                "POST", "/v1/events", token: user.token, headers: Self.sampled,
                ["id": .string(Self.event), "type": "level_reached", "level": 5])
            expect(reply, 200)
            let id = try #require(reply[header: "x-request-id"])
            #expect(
                try await eventually {
                    try collector.spans.contains { $0["name"]?.string == "POST /v1/events" }
                })
            #expect(collector.errors == "")
            let spans = try collector.spans
            #expect(spans.allSatisfy { $0["traceId"]?.string == Self.trace })
            let request = try #require(spans.first { $0["kind"]?.integer == 2 })
            #expect(request["spanId"]?.string == id)
            #expect(request["parentSpanId"]?.string == "b7ad6b7169203331")
            let batch = try #require(spans.first { $0["name"]?.string == "batch events" })
            #expect(batch["parentSpanId"]?.string == id)
            let statements = spans.filter { $0["kind"]?.integer == 3 }
            let ofBatch = statements.filter { $0["parentSpanId"] == batch["spanId"] }
            let names = ofBatch.compactMap { $0["name"]?.string }
            #expect(names.first == "BEGIN" && names.last == "COMMIT" && names.count > 2, "\(names)")
            for span in spans where span["kind"]?.integer != 2 {
                #expect(span["startTimeUnixNano"]?.string ?? "" >= request["startTimeUnixNano"]?.string ?? "")
            }
            // Names alone: nothing of the user's.
            let text = "\(spans)"
            for secret in [user.uid, user.token, Self.event] { #expect(!text.contains(secret)) }
        }
    }

    @Test func `a part of all requests is exported without a caller, and only that part`() async throws {
        try await Exporting.with(ratio: 1) { server, collector, _ in
            let client = try server.client
            _ = try client.signUp()
            _ = try client.send(
                "GET", "/v1/users/me", headers: ["traceparent": "00-\(Self.trace)-b7ad6b7169203331-00"])
            #expect(
                try await eventually {
                    try collector.spans.contains { $0["name"]?.string == "POST /v1/users" }
                })
            #expect(try !collector.spans.contains { $0["traceId"]?.string == Self.trace })
        }
    }

    @Test(arguments: [TestCollector.Behaviour.slow, .unavailable, nil])
    func `requests go on while the collector is in trouble, and lost spans are counted`(
        trouble: TestCollector.Behaviour?
    ) async throws {
        try await Exporting.with(ratio: 1, spansMax: 20) { server, collector, traces in
            if let trouble { try collector.behave(trouble) } else { collector.end() }
            let client = try server.client
            let start = MonotonicInstant.now
            for _ in 0..<30 { _ = try client.signUp() }
            // A span's wait for the collector would be seconds each.
            #expect(MonotonicInstant.now.milliseconds(since: start) < 20_000)
            #expect(await eventually { traces.counts.snapshot.dropped[.queueFull, default: 0] > 0 })
            #expect(await eventually { traces.counts.snapshot.dropped[.collector, default: 0] > 0 })
            #expect(traces.counts.snapshot.exported == 0)
            let metrics = try client.get("/metrics").text
            let lines = metrics.split(separator: "\n").filter { $0.hasPrefix("shipmate_spans_") }
            #expect(lines.contains("shipmate_spans_exported_total 0"))
            for cause in ["queue_full", "collector"] {
                let prefix = "shipmate_spans_dropped_total{cause=\"\(cause)\"} "
                let value = lines.first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
                #expect(Int(value ?? "") ?? 0 > 0, "\(lines)")
            }
        }
    }
}

/// A server that exports its traces to a collector.
private enum Exporting {
    static func with(
        ratio: Double, spansMax: Int = 4_096,
        _ body: (TestServer, TestCollector, Traces) async throws -> Void
    ) async throws {
        let collector = try TestCollector()
        let traces = Traces(TraceSampling(ratio: ratio, callersPerSecondMax: 1_000), spansMax: spansMax)
        var options = TestServer.Options()
        options.traces = traces
        try await TestServer.with(options) { server in
            let group = try EventLoopGroup(count: 1)
            defer { group.stop() }
            let client = WebClient(on: group.loops[0])
            var target = TraceCollector(endpoint: collector.url)
            target.deadlineMilliseconds = 500
            let exporter = TraceExporter(
                traces, of: server.loops, as: TraceResource(service: "test", version: "1"), to: target,
                through: client, on: group.loops[0]
            ) { _, _ in }
            exporter.start()
            let result: Result<Void, any Error>
            do { result = .success(try await body(server, collector, traces)) } catch {
                result = .failure(error)
            }
            await exporter.stop()
            await client.close()
            try result.get()
        }
    }
}

import EventLoops
import JSON
import TestSupport
import Testing
import Tracing

@testable import TraceExport

/// Spans on their way to a collector, which reads them by OpenTelemetry's own description of the protocol.
struct TraceExporterTests {
    @Test func `sends spans that a collector accepts, with the headers that it wants`() async throws {
        try await ExportRig.with { rig in
            await rig.finish(600)
            #expect(try await eventually { try rig.collector.spans.count == 600 })
            #expect(rig.collector.errors == "")
            let requests = try rig.collector.requests
            #expect(requests.count == 3)
            #expect(requests.allSatisfy { $0["authorization"]?.string == "Bearer of-traces" })
            let resource = requests[0]["resourceSpans"]?.array?[0]["resource"]?["attributes"]?.array ?? []
            #expect(
                resource.contains(["key": "service.name", "value": ["stringValue": "a \"test\""]]))
            #expect(resource.contains(["key": "service.version", "value": ["stringValue": "1.2.3"]]))
            #expect(await eventually { rig.exported == 600 })
            #expect(rig.dropped.isEmpty)
            #expect(rig.reports.withLock { $0 } == [])
        }
    }

    @Test func `sends the rest when it stops`() async throws {
        let rig = try ExportRig()
        await rig.finish(3)
        await rig.stop()
        #expect(try rig.collector.spans.count == 3)
    }

    @Test func `stops within seconds of a collector that doesn't answer, however much is left`() async throws
    {
        let rig = try ExportRig()
        try rig.collector.behave(.slow)
        await rig.finish(4_000)
        let start = MonotonicInstant.now
        await rig.stop()
        #expect(MonotonicInstant.now.milliseconds(since: start) < 8_000)
        #expect(rig.dropped == [.collector: 4_000])
        #expect(rig.collector.timesAsked == 1)
    }

    @Test func `keeps no more spans than it may, and counts the others`() async throws {
        let rig = try ExportRig(spansMax: 10)
        await rig.finish(25)
        #expect(rig.dropped == [.queueFull: 15])
        await rig.stop()
        #expect(try rig.collector.spans.count == 10)
        #expect(rig.exported == 10)
    }

    @Test func `tries again while the collector is unavailable`() async throws {
        try await ExportRig.with { rig in
            try rig.collector.behave(.unavailableOnce)
            await rig.finish(2)
            #expect(await eventually { rig.exported == 2 })
            #expect(rig.dropped.isEmpty)
            #expect(rig.collector.timesAsked > 1)
        }
    }

    @Test func `drops and counts what a collector refuses, without another try`() async throws {
        try await ExportRig.with { rig in
            try rig.collector.behave(.refuse)
            await rig.finish(2)
            #expect(await eventually { rig.dropped == [.collector: 2] })
            #expect(rig.collector.timesAsked == 1)
        }
    }

    @Test func `counts the spans that a collector accepts in part`() async throws {
        try await ExportRig.with { rig in
            try rig.collector.behave(.partial)
            await rig.finish(5)
            #expect(await eventually { rig.exported == 4 && rig.dropped == [.collector: 1] })
        }
    }

    @Test func `drops spans while the collector is slow or away, says so once, and recovers`() async throws {
        try await ExportRig.with(deadlineMilliseconds: 100) { rig in
            try rig.collector.behave(.slow)
            await rig.finish(2)
            #expect(await eventually { rig.dropped == [.collector: 2] })
            await rig.finish(3)
            #expect(await eventually { rig.dropped == [.collector: 5] })
            #expect(rig.reports.withLock { $0.count } == 1)
        }
        try await ExportRig.with { rig in
            rig.collector.end()
            await rig.finish(2)
            #expect(await eventually { rig.dropped == [.collector: 2] })
            #expect(await eventually { rig.reports.withLock { $0.count } == 1 })
        }
    }

    @Test func `says when the collector accepts spans again`() async throws {
        try await ExportRig.with { rig in
            try rig.collector.behave(.refuse)
            await rig.finish(1)
            #expect(await eventually { rig.reports.withLock { $0.count } == 1 })
            try rig.collector.behave(.accept)
            await rig.finish(1)
            #expect(await eventually { rig.reports.withLock { $0.count } == 2 })
        }
    }

    @Test func `each kind of span has OpenTelemetry's names and attributes`() async throws {
        let caller = TraceContext(startingAt: 7)
        let start = MonotonicInstant.now
        let works: [FinishedSpan.Work] = [
            .request(method: "POST", route: "/v1/users/{uid}", status: 503),
            .request(method: nil, route: nil, status: 501), .batch(kind: "events", commands: 3),
            .statement(name: "InsertEvents", roundTrip: 4, error: "23505"),
            .statement(name: "InsertEvents", roundTrip: 1, error: nil),
        ]
        let rig = try ExportRig()
        for work in works {
            await rig.finish(
                FinishedSpan(
                    caller.child(), parent: caller, isParentRemote: true, work, from: start,
                    to: start.adding(milliseconds: 5), links: [caller]))
        }
        await rig.stop()
        #expect(rig.collector.errors == "")
        let spans = try rig.collector.spans
        #expect(
            spans.map { $0["name"]?.string } == [
                "POST /v1/users/{uid}", "HTTP", "batch events", "InsertEvents", "InsertEvents",
            ])
        #expect(spans.map { $0["kind"]?.integer } == [2, 2, 1, 3, 3])
        #expect(spans.map { $0["status"]?["code"]?.integer } == [2, 2, nil, 2, nil])
        #expect(
            spans.map(Self.attributes) == [
                [
                    "error.type=503", "http.request.method=POST", "http.response.status_code=503",
                    "http.route=/v1/users/{uid}", "url.scheme=http",
                ],
                [
                    "error.type=501", "http.request.method=_OTHER", "http.response.status_code=501",
                    "url.scheme=http",
                ],
                ["shipmate.batch.commands=3", "shipmate.batch.kind=events"],
                [
                    "db.operation.batch.size=4", "db.query.summary=InsertEvents",
                    "db.response.status_code=23505", "db.system.name=postgresql", "error.type=23505",
                ],
                ["db.query.summary=InsertEvents", "db.system.name=postgresql"],
            ])
        for span in spans {
            #expect(span["traceId"]?.string == caller.traceID.text)
            #expect(span["parentSpanId"]?.string == "0000000000000007")
            // Sampled, random, and a parent that is known to be remote.
            #expect(span["flags"]?.integer == 0x303)
            #expect(span["links"]?.array?.first?["spanId"]?.string == "0000000000000007")
            let times = ["startTimeUnixNano", "endTimeUnixNano"].map { Int64(span[$0]?.string ?? "") ?? 0 }
            #expect(times[1] - times[0] == 5_000_000)
        }
    }

    static func attributes(of span: JSONValue) -> [String] {
        (span["attributes"]?.array ?? []).map { attribute in
            let value = attribute["value"]
            let text = value?["stringValue"]?.string ?? value?["intValue"]?.string ?? ""
            return "\(attribute["key"]?.string ?? "")=\(text)"
        }.sorted()
    }
}

import EventLoops
import TestSupport
import Testing
import Tracing

@testable import HTTP

extension SocketTests {
    /// The traces that requests belong to.
    @Suite struct TracingTests {
        private static let trace = "0af7651916cd43dd8448eb211c80319c"
        private static let sampled = "00-\(trace)-b7ad6b7169203331-01"
        private static let unsampled = "00-\(trace)-b7ad6b7169203331-00"

        @Test func `without an export, a caller's trace is passed on as it came`() async throws {
            let rig = try await ServerRig(loops: 1)
            let client = try RawHTTPClient(port: rig.port)
            for value in [Self.sampled, Self.unsampled] {
                let reply = try client.exchange("GET /trace".request("TraceParent:  \(value) "))
                #expect(reply.text == value)
                let trace = try #require(rig.exchanges.withLock { $0.last }?.trace)
                #expect(trace.recording == nil)
                #expect(trace.caller?.traceparent == value)
                #expect(trace.context.traceID.text == Self.trace)
                #expect(trace.context.spanText == reply["x-request-id"])
            }
        }

        @Test(arguments: [
            [], ["traceparent:"], ["traceparent: \(sampled)x"],
            ["traceparent: \(sampled)", "traceparent: \(sampled)"],
            ["traceparent: \(sampled)", "traceparent: x"], ["traceparent: x", "Traceparent: \(sampled)"],
            ["traceparent: \(sampled),\(unsampled)"],
        ])
        func `a request without one valid traceparent is in no trace`(fields: [String]) async throws {
            let rig = try await ServerRig(loops: 1)
            let client = try RawHTTPClient(port: rig.port)
            let lines = ["GET /trace HTTP/1.1", "Host: x"] + fields
            let reply = try client.exchange(lines.joined(separator: "\r\n") + "\r\n\r\n")
            #expect(reply.text == "none")
            let exchange = try #require(rig.exchanges.withLock { $0.last })
            #expect(exchange.trace == nil)
        }

        @Test func `an exported request passes on its own span`() async throws {
            let rig = try await TracedRig(ratio: 0)
            let client = try RawHTTPClient(port: rig.http.port)
            let reply = try client.exchange("GET /trace".request("traceparent: \(Self.sampled)"))
            let id = try #require(reply["x-request-id"])
            #expect(reply.text == "00-\(Self.trace)-\(id)-01")
            let span = try #require(await rig.spans().first)
            #expect(span.context.traceparent == reply.text)
            #expect(span.parent?.traceparent == Self.sampled)
            #expect(span.isParentRemote)
            guard case .request(let method, let route, let status) = span.work else {
                Issue.record("no request: \(span.work)")
                return
            }
            #expect((method, route, status) == ("GET", "/trace", 200))
            #expect(span.start <= span.end)
        }

        @Test func `a request is exported if its caller or the ratio says so, a probe for callers only`()
            async throws
        {
            let all = try await TracedRig(ratio: 1)
            let client = try RawHTTPClient(port: all.http.port)
            _ = try client.exchange("GET /hello".request())
            _ = try client.exchange("GET /vital".request())
            _ = try client.exchange("GET /vital".request("traceparent: \(Self.sampled)"))
            _ = try client.exchange("GET /hello".request("traceparent: \(Self.unsampled)"))
            _ = try client.exchange("GET /nowhere".request())
            _ = try client.exchange("GET /pieces/2".request())
            let routes = await all.spans().map { span -> String? in
                if case .request(_, let route, _) = span.work { route } else { nil }
            }
            #expect(routes == ["/hello", "/vital", nil, "/pieces/{count}"])
            let none = try await TracedRig(ratio: 0)
            _ = try RawHTTPClient(port: none.http.port).exchange("GET /hello".request())
            #expect(await none.spans().isEmpty)
        }
    }
}

/// A server whose requests are exported.
private struct TracedRig {
    let http: ServerRig
    private let traces: Traces

    init(ratio: Double) async throws {
        traces = Traces(TraceSampling(ratio: ratio, callersPerSecondMax: 100))
        http = try await ServerRig(loops: 1, traces: traces)
    }

    func spans() async -> [FinishedSpan] {
        await traces.take(on: http.group.loops[0])
    }
}

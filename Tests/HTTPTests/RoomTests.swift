import EventLoops
import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// Who is served when there is no room for all.
    @Suite struct RoomTests {
        private func served(_ port: UInt16, from source: String? = nil) throws -> RawHTTPClient {
            let client = try RawHTTPClient(port: port, source: source)
            #expect(try client.exchange("GET /hello".request()).text == "hello")
            return client
        }

        @Test func `ends who has been idle for longest when another comes`() async throws {
            let rig = try await ServerRig(loops: 1, listener: ListenerLimits(connectionsMax: 3))
            let first = try served(rig.port)
            let second = try served(rig.port)
            let third = try served(rig.port)
            #expect(try first.exchange("GET /hello".request()).status == 200)
            let fourth = try served(rig.port)
            #expect(try second.isEnded())
            for client in [first, third, fourth] {
                #expect(try client.exchange("GET /hello".request()).status == 200)
            }
            #expect(rig.service.connections.open == 3)
            #expect(rig.service.connections.displaced == 1)
        }

        @Test func `serves each of many though strangers hold every place with half a request`() async throws
        {
            let rig = try await ServerRig(listener: ListenerLimits(connectionsMax: 50))
            let strangers = try (0..<70).map { _ in try RawHTTPClient(port: rig.port) }
            for stranger in strangers { try? stranger.send("GET /hello HTTP/1.1\r\nHo") }
            for _ in 0..<200 { _ = try served(rig.port) }
            withExtendedLifetime(strangers) {}
        }

        @Test func `answers what is vital when all are at work, and nothing else`() async throws {
            var limits = HTTPLimits()
            limits.handlerTimeoutMilliseconds = 60_000
            let rig = try await ServerRig(listener: ListenerLimits(connectionsMax: 2), limits: limits)
            let busy = try (0..<2).map { _ in try RawHTTPClient(port: rig.port) }
            for client in busy { try client.send("GET /sleep/30000".request()) }
            #expect(await eventually { rig.asleep.withLock { $0 } == 2 })
            let probe = try RawHTTPClient(port: rig.port)
            let reply = try probe.exchange("GET /vital".request())
            #expect(reply.text == "alive")
            #expect(reply["connection"] == "close")
            #expect(try probe.isEnded())
            let other = try RawHTTPClient(port: rig.port)
            #expect(try other.exchange("GET /hello".request()).status == 503)
            #expect(try other.isEnded())
            #expect(rig.asleep.withLock { $0 } == 2)
        }

        @Test func `refuses for a busy route without asking it, and keeps the connection`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let request = "POST /counted".request("Content-Type: application/json", body: "{}")
            rig.busy.withLock { $0 = 1 }
            for _ in 0..<3 {
                let refused = try client.exchange(request)
                #expect(refused.status == 503 && refused["retry-after"] == "1")
            }
            #expect(rig.asleep.withLock { $0 } == 0)
            rig.busy.withLock { $0 = 0 }
            #expect(try client.exchange(request).text == "2")
            #expect(rig.asleep.withLock { $0 } == 1)
        }

        @Test func `gives one address its share of the places and no more`() async throws {
            let limits = ListenerLimits(connectionsMax: 8, connectionsPerAddressMax: 2)
            let rig = try await ServerRig(listener: limits)
            let first = try served(rig.port, from: "127.0.0.2")
            let second = try served(rig.port, from: "127.0.0.2")
            let third = try RawHTTPClient(port: rig.port, source: "127.0.0.2")
            #expect(throws: RawHTTPClient.Failure.self) { try third.exchange("GET /hello".request()) }
            #expect(rig.service.connections.refused == 1)
            let other = try served(rig.port, from: "127.0.0.3")
            #expect(try first.exchange("GET /hello".request("Connection: close")).status == 200)
            first.endSending()
            #expect(await eventually { rig.service.connections.open == 2 })
            _ = try served(rig.port, from: "127.0.0.2")
            for client in [second, other] {
                #expect(try client.exchange("GET /hello".request()).status == 200)
            }
        }
    }
}

import EventLoops
import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// What clients can make a server keep in memory.
    @Suite struct KeepingTests {
        private func upload(_ path: String, _ length: Int, _ port: UInt16) throws -> RawHTTPClient {
            let client = try RawHTTPClient(port: port, timeoutMilliseconds: 20_000)
            try client.send("POST \(path)".request("Word: please", "Content-Length: \(length)"))
            return client
        }

        @Test func `sheds the largest stranger before whoever was let in`() async throws {
            var limits = HTTPLimits()
            limits.bodyBytesMax = 1_048_576
            limits.strangerBodyBytesMax = 1_048_576
            let rig = try await ServerRig(loops: 1, limits: limits, buffersBytesMax: 3_300_000)
            let admitted = try upload("/guarded", 1_000_000, rig.port)
            let small = try upload("/echo", 100_000, rig.port)
            let large = try upload("/echo", 900_000, rig.port)
            try admitted.send(Array(repeating: 0x61, count: 900_000))
            try small.send(Array(repeating: 0x61, count: 50_000))
            try large.send(Array(repeating: 0x61, count: 800_000))
            #expect(await eventually { rig.service.budget.counts.bytes > 1_600_000 })
            let others = try (0..<3).map { _ in try upload("/guarded", 1_000_000, rig.port) }
            for other in others { try other.send(Array(repeating: 0x61, count: 300_000)) }
            let reply = try large.reply()
            #expect(reply.status == 503)
            #expect(reply["connection"] == "close")
            #expect(reply["retry-after"] == "1")
            try admitted.send(Array(repeating: 0x61, count: 100_000))
            #expect(try admitted.reply().text == "1000000")
            #expect(rig.service.budget.counts.shed >= 1)
        }

        @Test func `keeps within its budget though everybody was let in, and serves the others`() async throws
        {
            let rig = try await ServerRig(buffersBytesMax: 4_000_000)
            let greedy = try (0..<30).map { _ in try upload("/guarded", 1_000_000, rig.port) }
            for client in greedy { try? client.send(Array(repeating: 0x61, count: 500_000)) }
            #expect(await eventually { rig.service.budget.counts.shed > 10 })
            #expect(rig.service.budget.counts.bytes < 5_000_000)
            let client = try RawHTTPClient(port: rig.port)
            for _ in 0..<50 { #expect(try client.exchange("GET /hello".request()).status == 200) }
            withExtendedLifetime(greedy) {}
            #expect(await eventually { rig.service.budget.counts.bytes <= 4_000_000 })
        }

        @Test func `keeps a constant body once, however many ask for it and don't read`() async throws {
            let rig = try await ServerRig()
            let readers = try (0..<300).map { _ in
                try RawHTTPClient(port: rig.port, timeoutMilliseconds: 20_000, receiveBufferBytes: 4_096)
            }
            let before = TestProcess.residentBytes
            for reader in readers { try reader.send(String(repeating: "GET /constant".request(), count: 20)) }
            #expect(await eventually { rig.exchanges.withLock { $0.count } >= 300 })
            // A copy each would be 300 MB.
            #expect(TestProcess.residentBytes - before < 200_000_000)
            #expect(await eventually { rig.service.budget.counts.bytes > 300 * 32_768 })
            let client = try RawHTTPClient(port: rig.port)
            for _ in 0..<50 { #expect(try client.exchange("GET /hello".request()).status == 200) }
            // Nothing is asked for them while the first reply waits.
            #expect(rig.exchanges.withLock { $0.count { $0.pattern == "/constant" } } == 300)
            #expect(try readers[0].reply().body.count == ServerRig.constantBytes)
        }

        @Test func `makes no reply while earlier ones wait, and goes on when they are taken`() async throws {
            let rig = try await ServerRig(loops: 1)
            let client = try RawHTTPClient(
                port: rig.port, timeoutMilliseconds: 20_000, receiveBufferBytes: 8_192)
            try client.send(String(repeating: "GET /big/10000".request(), count: 500))
            #expect(await eventually { rig.exchanges.withLock { !$0.isEmpty } })
            let other = try RawHTTPClient(port: rig.port)
            for _ in 0..<50 { #expect(try other.exchange("GET /hello".request()).status == 200) }
            #expect(rig.exchanges.withLock { $0.count { $0.pattern == "/big/{bytes}" } } < 50)
            for _ in 0..<500 { #expect(try client.reply().body.count == 10_000) }
        }
    }
}

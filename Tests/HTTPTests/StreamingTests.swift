import EventLoops
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// Replies that are made while they are sent.
    struct StreamingTests {
        /// A reply's chunks, joined; nil where it isn't whole.
        private func joined(_ bytes: [UInt8]) -> [UInt8]? {
            var rest = bytes[...]
            var body: [UInt8] = []
            while let end = rest.firstIndex(of: 10) {
                guard let count = Int(String(decoding: rest[..<(end - 1)], as: UTF8.self), radix: 16),
                    rest.count >= end - rest.startIndex + 1 + count + 2
                else { return nil }
                if count == 0 { return rest[end...].count == 3 ? body : nil }
                body += rest[(end + 1)..<(end + 1 + count)]
                rest = rest[(end + 1 + count + 2)...]
            }
            return nil
        }

        private func head(_ bytes: [UInt8]) throws -> (String, [UInt8]) {
            let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
            return (
                String(decoding: bytes[..<end.lowerBound], as: UTF8.self), Array(bytes[end.upperBound...])
            )
        }

        @Test func `pieces come as chunks, whole, and the connection ends`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /pieces/30".request())
            let (head, rest) = try head(try client.readToEnd())
            #expect(head.hasPrefix("HTTP/1.1 200 OK"))
            #expect(head.contains("Transfer-Encoding: chunked") && !head.contains("Content-Length"))
            #expect(head.contains("Connection: close"))
            let body = try #require(joined(rest))
            #expect(body.count == 30 * ServerRig.pieceBytes && body.first == 0x61 && body.last == 0x64)
            #expect(await eventually { rig.exchanges.withLock { $0.map(\.status) } == [200] })
            #expect(rig.exchanges.withLock { $0[0].responseBytes } > 30 * ServerRig.pieceBytes)
        }

        @Test func `HTTP 1.0 gets it without chunks, HEAD the head alone, and a refusal is a usual reply`()
            async throws
        {
            let rig = try await ServerRig()
            let old = try RawHTTPClient(port: rig.port)
            try old.send("GET /pieces/2 HTTP/1.0\r\nHost: x\r\n\r\n")
            let (oldHead, oldBody) = try head(try old.readToEnd())
            #expect(!oldHead.contains("chunked") && oldBody.count == 2 * ServerRig.pieceBytes)
            let asking = try RawHTTPClient(port: rig.port)
            try asking.send("HEAD /pieces/2".request())
            let (_, none) = try head(try asking.readToEnd())
            #expect(none.isEmpty)
            let refused = try RawHTTPClient(port: rig.port)
            #expect(try refused.exchange("GET /pieces/0".request()).status == 404)
            #expect(try refused.exchange("GET /hello".request()).text == "hello")
        }

        /// A peer on the same machine takes 64 KB at once, and acknowledges the last of them 40 ms later.
        @Test func `what is sent in bulk doesn't wait for late acknowledgements, piece by piece`()
            async throws
        {
            let rig = try await ServerRig()
            let began = ContinuousClock.now
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /bulk/200000".request())
            let (_, rest) = try head(try client.readToEnd())
            #expect(joined(rest)?.count == 8_000_000)
            #expect(began.duration(to: .now) < .milliseconds(40 * 40))
        }

        @Test func `nor does a large reply to a caller who was let in`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            let began = ContinuousClock.now
            for _ in 0..<20 {
                let reply = try client.exchange(
                    "POST /guarded".request("Word: please", "Large: yes", body: ""))
                #expect(reply.body.count == 300_000)
            }
            #expect(began.duration(to: .now) < .milliseconds(20 * 40))
        }

        @Test func `what breaks off is not taken for the whole`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /pieces/2?broken".request())
            let rest = (try? client.readToEnd()).flatMap { try? head($0).1 }
            #expect(rest.flatMap(joined) == nil)
        }

        /// A proxy such as nginx asks so, and would pass on a part as the whole.
        @Test func `nor in HTTP 1.0, where the end of the connection is the reply's`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /pieces/2?broken HTTP/1.0\r\nHost: x\r\n\r\n")
            #expect(throws: (any Error).self) { try client.readToEnd() }
        }

        @Test func `the head leaves before the first piece`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /pieces/0?broken".request())
            let (head, rest) = try head(try client.readToEnd())
            #expect(head.hasPrefix("HTTP/1.1 200 OK") && rest.isEmpty)
        }

        @Test func `no more is made than a slow peer takes, and one that takes nothing is given up`()
            async throws
        {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /pieces/10000".request())
            #expect(await eventually { rig.streamed.withLock { $0 } > 0 })
            #expect(await eventually { rig.service.connections.open == 0 })
            // Far fewer than there would be: what sockets hold, and one.
            #expect(rig.streamed.withLock { $0 } < 1_000)
        }

        @Test func `it goes on as long as the peer takes it, past the handler's time`() async throws {
            var limits = ServerRig.impatient
            (limits.writeTimeoutMilliseconds, limits.lingerTimeoutMilliseconds) = (10_000, 10_000)
            let rig = try await ServerRig(limits: limits)
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /pieces/2000".request())
            let (_, rest) = try head(try client.readToEnd())
            #expect(joined(rest)?.count == 2_000 * ServerRig.pieceBytes)
        }
    }
}

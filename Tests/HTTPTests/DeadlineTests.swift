import EventLoops
import Glibc
import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// Clients and handlers that take too long, with limits short enough to wait for.
    @Suite struct DeadlineTests {
        @Test(arguments: [
            "GET /hel", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab",
            "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
        ])
        func `answers 408 to a request that does not end`(_ beginning: String) async throws {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let client = try RawHTTPClient(port: rig.port)
            let reply = try client.exchange(beginning)
            #expect(reply.status == 408)
            #expect(reply["connection"] == "close")
            #expect(try client.isEnded())
        }

        @Test func `does not let a trickle of header bytes put its deadline off`() async throws {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /hello HTTP/1.1\r\n")
            let start = MonotonicInstant.now
            do {
                // A trickle is a byte now and then.
                while MonotonicInstant.now.milliseconds(since: start) < 600 {
                    try client.send("A: b\r\n")
                    try await Task.sleep(for: .milliseconds(20))
                }
            } catch {}
            #expect(try client.reply().status == 408)
        }

        @Test func `closes an idle connection without a word`() async throws {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let fresh = try RawHTTPClient(port: rig.port)
            let used = try RawHTTPClient(port: rig.port)
            #expect(try used.exchange("GET /hello".request()).status == 200)
            #expect(try fresh.isEnded())
            #expect(try used.isEnded())
        }

        @Test func `answers 503 for a handler that takes too long and keeps the connection`() async throws {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /sleep/600".request() + "GET /hello".request())
            let reply = try client.reply()
            #expect(reply.status == 503)
            #expect(reply["retry-after"] == "1")
            #expect(try client.reply().text == "hello")
            #expect(try client.exchange("GET /patient/400".request()).text == "patient")
            // The late answer of the first handler goes nowhere.
            #expect(try client.exchange("GET /sleep/20".request()).text == "20")
        }

        @Test func `has more time for what is worth it, and no longer than that takes`() async throws {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let client = try RawHTTPClient(port: rig.port)
            #expect(try client.exchange("GET /busy/600".request()).text == "done")
            // What it waits for else has what others have: 200 ms.
            for (busy, most) in [(0, 2_000), (500, 2_500), (30_000, 8_000)] {
                let start = MonotonicInstant.now
                #expect(try client.exchange("GET /busy/\(busy)?more".request()).status == 503)
                let took = MonotonicInstant.now.milliseconds(since: start)
                #expect(took >= Int64(min(busy, 3_000)) && took < Int64(most), "\(busy): \(took) ms")
            }
        }

        @Test func `gives up on a peer that takes nothing`() async throws {
            let rig = try await ServerRig(limits: ServerRig.impatient)
            let client = try RawHTTPClient(port: rig.port, receiveBufferBytes: 4_096)
            try client.send("GET /big/30000000".request())
            // Once it is answered.
            #expect(await eventually { rig.exchanges.withLock(\.count) == 1 })
            #expect(await eventually { rig.service.connections.open == 0 })
            // A reset: nothing of what it didn't take is left with the kernel.
            #expect(throws: RawHTTPClient.Failure.self) { try client.readToEnd() }
        }

        @Test func `delivers a large reply to a peer that reads slowly`() async throws {
            var limits = ServerRig.impatient
            limits.writeTimeoutMilliseconds = 2_000
            // The last reply is the kernel's while the peer pauses.
            limits.idleTimeoutMilliseconds = 60_000
            let rig = try await ServerRig(limits: limits)
            let client = try RawHTTPClient(port: rig.port, receiveBufferBytes: 65_536)
            try client.send(String(repeating: "GET /big/3000000".request(), count: 3))
            for _ in 0..<3 {
                // This is how it is slow; a task that sleeps could be woken late, where all threads are busy.
                usleep(700_000)
                #expect(try client.reply().body.count == 3_000_000)
            }
        }
    }
}

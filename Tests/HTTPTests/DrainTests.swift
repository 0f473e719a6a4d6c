import EventLoops
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// How a server ends, and how many it serves.
    @Suite struct DrainTests {
        @Test func `finishes what is under way and closes what is idle`() async throws {
            let rig = try await ServerRig()
            let idle = try RawHTTPClient(port: rig.port)
            #expect(try idle.exchange("GET /hello".request()).status == 200)
            let busy = try RawHTTPClient(port: rig.port)
            try busy.send("GET /sleep/1000".request())
            #expect(await eventually { rig.asleep.withLock { $0 } == 1 })
            async let drained: Void = rig.service.drain(timeoutMilliseconds: 5_000)
            #expect(try idle.isEnded())
            let reply = try busy.reply()
            #expect(reply.text == "1000")
            #expect(reply["connection"] == "close")
            #expect(try busy.isEnded())
            busy.endSending()
            await drained
            #expect(rig.service.connectionsOpen == 0)
        }

        @Test func `ends by force what does not end in time`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /sleep/4000".request())
            #expect(await eventually { rig.asleep.withLock { $0 } == 1 })
            let start = MonotonicInstant.now
            await rig.service.drain(timeoutMilliseconds: 200)
            #expect(MonotonicInstant.now.milliseconds(since: start) < 2_000)
            #expect(rig.service.connectionsOpen == 0)
        }

        @Test func `accepts no more than its limit until one leaves`() async throws {
            let rig = try await ServerRig(connectionsMax: 2)
            let first = try RawHTTPClient(port: rig.port)
            #expect(try first.exchange("GET /hello".request()).status == 200)
            let second = try RawHTTPClient(port: rig.port)
            #expect(try second.exchange("GET /hello".request()).status == 200)
            let third = try RawHTTPClient(port: rig.port, timeoutMilliseconds: 300)
            try third.send("GET /hello".request())
            #expect(throws: RawHTTPClient.Failure.timedOut) { try third.reply() }
            #expect(try first.exchange("GET /hello".request("Connection: close")).status == 200)
            #expect(try first.isEnded())
            first.endSending()
            #expect(await eventually { rig.exchanges.withLock { $0.count } == 4 })
            #expect(try third.reply().text == "hello")
        }
    }
}

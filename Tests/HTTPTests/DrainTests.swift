import EventLoops
import Glibc
import JSON
import TestSupport
import Testing

@testable import HTTP

extension SocketTests {
    /// How a server ends.
    @Suite struct DrainTests {
        @Test func `finishes what is under way and closes what is idle`() async throws {
            let rig = try await ServerRig()
            let idle = try RawHTTPClient(port: rig.port)
            #expect(try idle.exchange("GET /hello".request()).status == 200)
            let busy = try RawHTTPClient(port: rig.port)
            try busy.send("GET /sleep/3000".request())
            #expect(await eventually { rig.asleep.withLock { $0 } == 1 })
            async let drained: Void = rig.service.drain(DrainTimes(timeoutMilliseconds: 15_000))
            #expect(try idle.isEnded())
            let reply = try busy.reply()
            #expect(reply.text == "3000")
            #expect(reply["connection"] == "close")
            #expect(try busy.isEnded())
            busy.endSending()
            await drained
            #expect(rig.service.connections.open == 0)
        }

        @Test func `serves on while it says that it ends, and takes who comes`() async throws {
            let rig = try await ServerRig()
            let kept = try RawHTTPClient(port: rig.port)
            #expect(try kept.exchange("GET /hello".request())["connection"] == nil)
            let times = DrainTimes(
                acceptingMilliseconds: 500, idleMilliseconds: 10_000, timeoutMilliseconds: 10_000)
            async let drained: Void = rig.service.drain(times)
            // Whichever is told first: each connection gets a last reply that says so.
            while let reply = try? RawHTTPClient(port: rig.port).exchange("GET /hello".request()) {
                #expect(reply.status == 200)
            }
            let last = try kept.exchange("GET /hello".request())
            #expect(last.text == "hello" && last["connection"] == "close")
            #expect(try kept.isEnded())
            kept.endSending()
            await drained
            #expect(throws: RawHTTPClient.Failure.cannotConnect(ECONNREFUSED)) {
                try RawHTTPClient(port: rig.port)
            }
        }

        @Test func `a kept connection that is told nothing ends after the time for that`() async throws {
            let rig = try await ServerRig()
            let idle = try RawHTTPClient(port: rig.port)
            #expect(try idle.exchange("GET /hello".request()).status == 200)
            let start = MonotonicInstant.now
            let times = DrainTimes(idleMilliseconds: 300, timeoutMilliseconds: 10_000)
            async let drained: Void = rig.service.drain(times)
            #expect(try idle.isEnded())
            #expect(MonotonicInstant.now.milliseconds(since: start) >= 300)
            idle.endSending()
            await drained
        }

        @Test func `a service that never accepted ends at once`() async throws {
            let group = try EventLoopGroup(count: 1)
            defer { group.stop() }
            let socket = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
            let service = HTTPService(
                socket: socket, loops: group.loops, limits: ListenerLimits(connectionsMax: 10))
            let waiting = try RawHTTPClient(port: socket.port)
            await service.drain(DrainTimes(acceptingMilliseconds: 60_000, timeoutMilliseconds: 60_000))
            #expect(throws: RawHTTPClient.Failure.self) { try waiting.exchange("GET /hello".request()) }
        }

        @Test func `ends by force what does not end in time`() async throws {
            let rig = try await ServerRig()
            let client = try RawHTTPClient(port: rig.port)
            try client.send("GET /sleep/4000".request())
            #expect(await eventually { rig.asleep.withLock { $0 } == 1 })
            let start = MonotonicInstant.now
            await rig.service.drain(DrainTimes(timeoutMilliseconds: 200))
            #expect(MonotonicInstant.now.milliseconds(since: start) < 3_500)
            #expect(rig.service.connections.open == 0)
        }
    }
}

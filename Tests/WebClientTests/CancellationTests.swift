import EventLoops
import TestSupport
import Testing

@testable import WebClient

/// Ends that come early, and from other loops.
@Suite(.serialized) struct CancellationTests {
    @Test func `whoever cancels a task ends its request at once, also from another loop`() async throws {
        let web = try RequestTests.web()
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let client = WebClient(on: group.loops[0])
        try await onLoop { loop in
            for count in 1...3 {
                let asking = Task.immediate(priority: EventLoop.taskPriority) {
                    _ = loop
                    return await RequestTests.send(Self.never(of: web), through: client)
                }
                #expect(await eventually { web.text(of: "never")?.utf8.count == 6 * count })
                let began = MonotonicInstant.now
                asking.cancel()
                #expect(await asking.value == .failure(.cancelled))
                #expect(MonotonicInstant.now.milliseconds(since: began) < 30_000)
            }
            let after = try await client.send(RequestTests.request(to: "/hello", of: web))
            #expect(after.status == 200)
            await client.close()
        }
    }

    @Test func `what is closed ends all, and sends nothing more`() async throws {
        let web = try RequestTests.web()
        try await onLoop { loop in
            let client = WebClient(on: loop)
            let asking = (1...3).map { _ in
                Task.immediate(priority: EventLoop.taskPriority) {
                    _ = loop
                    return await RequestTests.send(Self.never(of: web), through: client)
                }
            }
            #expect(await eventually { web.text(of: "never")?.utf8.count == 18 })
            await client.close()
            for task in asking { #expect(await task.value == .failure(.cancelled)) }
            #expect(await RequestTests.send(Self.never(of: web), through: client) == .failure(.cancelled))
        }
    }

    @Test func `no more are under way than may be, and no more connections than a host is given`()
        async throws
    {
        let web = try RequestTests.web()
        try await onLoop { loop in
            let client = WebClient(on: loop, limits: .init(requestsMax: 4, connectionsPerHostMax: 2))
            let asking = (1...4).map { _ in
                Task.immediate(priority: EventLoop.taskPriority) {
                    _ = loop
                    return await RequestTests.send(Self.never(of: web), through: client)
                }
            }
            #expect(await eventually { web.text(of: "never")?.utf8.count == 12 })
            let hello = RequestTests.request(to: "/hello", of: web)
            #expect(await RequestTests.send(hello, through: client) == .failure(.tooBusy))
            asking[0].cancel()
            // One that waited has its place.
            #expect(await eventually { web.text(of: "never")?.utf8.count == 18 })
            for task in asking { task.cancel() }
            for task in asking { #expect(await task.value == .failure(.cancelled)) }
            #expect(await RequestTests.send(hello, through: client).isSuccess)
            await client.close()
        }
    }

    @Test func `many at once from several loops all have their own reply`() async throws {
        let web = try RequestTests.web()
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let client = WebClient(on: group.loops[0])
        try await onLoop { loop in
            let asking = (1...48).map { count in
                Task.immediate(priority: EventLoop.taskPriority) {
                    _ = loop
                    return await RequestTests.send(
                        RequestTests.request(to: "/bytes/\(count)", of: web), through: client)
                }
            }
            for (index, task) in asking.enumerated() {
                let reply = await task.value
                #expect((try? reply.get())?.body.count == index + 1)
            }
            await client.close()
        }
    }

    private static func never(of web: OutsideServer) -> WebRequest {
        var request = RequestTests.request(to: "/never", of: web)
        request.deadlineMilliseconds = 60_000
        return request
    }
}

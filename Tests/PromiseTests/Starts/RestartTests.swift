import EventLoops
import Glibc
import HTTP
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// Servers that follow each other at one socket, under clients that keep their connections.
    @Suite struct RestartTests {
        private static let clients = 8

        @Test func `no request fails in restarts that hand the socket over`() async throws {
            try await TestDatabase.with(template: "shipmate", prepare: TestServer.migrate) { database in
                let socket = try HandedSocket()
                var serving = try ServedInstall(environment: database.environment, socket: socket)
                try await serving.start()
                let user = try TestClient(port: socket.port).signUp()
                let callers = KeptCallers(port: socket.port, token: user.token)
                async let calling: [Void] = Crowd.run(Self.clients) { _ in callers.run() }
                defer { callers.stop() }
                for restart in 0..<6 {
                    try await callers.waitForReplies(100)
                    let next = try ServedInstall(environment: database.environment, socket: socket)
                    // By turns: the next one is there before the former ends, or only when it is gone.
                    if restart % 2 == 0 { try await next.start() }
                    serving.terminate()
                    #expect(serving.exit(within: 120_000)?.isSuccess == true)
                    if restart % 2 == 1 { try await next.start() }
                    serving.remove()
                    serving = next
                }
                try await callers.waitForReplies(100)
                callers.stop()
                _ = try await calling
                serving.remove()
                #expect(callers.failures == [])
            }
        }

        @Test func `a server that is told to stop says so and serves on, and at a second word ends at once`()
            async throws
        {
            let install = try ServedInstall(environment: ["SHIPMATE_DRAIN_MILLISECONDS=60000"])
            defer { install.remove() }
            try await install.start()
            let client = try TestClient(port: install.port)
            #expect(try client.send("GET", "/health/ready").status == 200)
            install.terminate()
            let isTold = try await eventually {
                try TestClient(port: install.port).send("GET", "/health/ready").status == 503
            }
            #expect(isTold)
            let user = try client.send("POST", "/v1/users", [:])
            #expect(user.status == 201)
            #expect(user[header: "connection"] == "close")
            #expect(!install.isReadyFileThere)
            let start = MonotonicInstant.now
            install.terminate()
            #expect(install.exit(within: 120_000)?.isSuccess == false)
            #expect(MonotonicInstant.now.milliseconds(since: start) < 10_000)
            #expect(install.postmasterPID == nil)
        }
    }
}

/// Clients that keep their connection until they are told that it ends, and remember what went wrong.
private final class KeptCallers: Sendable {
    private let port: UInt16
    private let token: String
    private let isStopping = Locked(false)
    private let replies = Locked(0)
    private let wrong = Locked<[String]>([])

    init(port: UInt16, token: String) {
        (self.port, self.token) = (port, token)
    }

    var failures: [String] { wrong.withLock { $0 } }

    func stop() {
        isStopping.withLock { $0 = true }
    }

    func waitForReplies(_ count: Int) async throws {
        let target = replies.withLock { $0 } + count
        try #require(await eventually(seconds: 180) { replies.withLock { $0 } >= target }, "\(failures)")
    }

    func run() {
        var client: TestClient?
        while !isStopping.withLock({ $0 }) {
            do {
                let kept = try client ?? TestClient(port: port)
                client = kept
                let reply = try kept.send("GET", "/v1/users/me", token: token)
                if reply.status != 200 { wrong.withLock { $0.append(reply.text) } }
                if reply[header: "connection"] == "close" { client = nil }
            } catch {
                wrong.withLock { $0.append("\(error)") }
                client = nil
            }
            replies.withLock { $0 += 1 }
            usleep(5_000)
        }
    }
}

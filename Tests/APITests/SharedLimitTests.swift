import HTTP
import Service
import TestSupport
import Testing

/// Limits over several servers of one installation, and over a restart.
struct SharedLimitTests {
    private static let signUps = 10

    @Test func `a restart does not reset a limit, nor does another server`() async throws {
        try await TestDatabase.withSchema { database in
            let first = try await start(on: database)
            #expect(try admitted(first) == Self.signUps)
            let second = try await start(on: database)
            let besides = try admitted(second)
            await second.stop()
            await first.stop()
            let third = try await start(on: database)
            let afterwards = try admitted(third)
            await third.stop()
            // Each lets in what comes before it has asked.
            #expect(besides < 5 && afterwards < 5, "\(besides), \(afterwards)")
        }
    }

    /// Sign-ups until one is refused.
    private func admitted(_ server: TestServer) throws -> Int {
        let client = try server.client
        for count in 0...2 * Self.signUps {
            let reply = try client.send("POST", "/v1/users", [:])
            if reply.status == 429 { return count }
            expect(reply, 201)
        }
        return .max
    }

    private func start(on database: TestDatabase) async throws -> TestServer {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil,
            signUpsPerAddress: RateLimit(Self.signUps, perSeconds: 3_600), eventsPerUser: nil)
        return try await TestServer.start(on: database, options)
    }
}

import HTTP
import Service
import TestSupport
import Testing

/// Limits over several servers of one installation, and over a restart.
struct SharedLimitTests {
    private static let signUps = 10
    private static let counted = "SELECT sum(extract(epoch FROM full_at)) FROM limit_uses"

    @Test func `a restart does not reset a limit, nor does another server`() async throws {
        try await TestDatabase.withSchema { database in
            let first = try await start(on: database)
            #expect(try await admitted(first, database) == Self.signUps)
            let second = try await start(on: database)
            let besides = try await admitted(second, database)
            await second.stop()
            await first.stop()
            let third = try await start(on: database)
            let afterwards = try await admitted(third, database)
            await third.stop()
            #expect(besides < 3 && afterwards < 3, "\(besides), \(afterwards)")
        }
    }

    /// Sign-ups until one is refused; the second comes when the first has been told and what others counted
    /// learnt.
    private func admitted(_ server: TestServer, _ database: TestDatabase) async throws -> Int {
        let client = try server.client
        let before = try database.psql(Self.counted)
        for count in 0...2 * Self.signUps {
            let reply = try client.send("POST", "/v1/users", [:])
            if reply.status == 429 { return count }
            expect(reply, 201)
            if count == 0 { #expect(await eventually { (try? database.psql(Self.counted)) != before }) }
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

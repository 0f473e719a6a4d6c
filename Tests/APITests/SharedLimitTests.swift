import HTTP
import JSON
import Limits
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

    @Test func `two servers allow an address, a user and an e-mail what one would, within a tenth`()
        async throws
    {
        var options = TestServer.Options()
        let count = 50
        let limit = RateLimit(count, perSeconds: 36_000)
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: limit,
            eventsPerUser: nil, readsPerUser: limit, mailsPerEmail: limit)
        try await moveToBlockingThread()
        options.mailServer = try TestMailServer()
        try await TestDatabase.withSchema { database in
            let servers = [
                try await TestServer.start(on: database, options),
                try await TestServer.start(on: database, options),
            ]
            let ben = try servers[0].client.signUp()
            let calls: [(name: String, used: Int, call: (TestClient) throws -> Int)] = [
                ("an address", 1, { try $0.send("POST", "/v1/users", [:]).status }),
                ("a user", 0, { try $0.get("/v1/users/me/balances", token: ben.token).status }),
                (
                    "an e-mail", 0,
                    { client in
                        try client.send("POST", "/v1/password-resets", ["email": "nobody@example.com"]).status
                    }
                ),
            ]
            for (name, used, call) in calls {
                let allowed = try await used + takenAlternately(servers, database, call)
                #expect((count...count + count / 10).contains(allowed), "\(name): \(allowed)")
            }
            for server in servers { await server.stop() }
        }
    }

    /// How many of the same calls two servers let through, one after the other, until both refuse. Each call
    /// comes when the one before was told, as calls do that are some hundredths of a second apart.
    private func takenAlternately(
        _ servers: [TestServer], _ database: TestDatabase, _ call: (TestClient) throws -> Int
    ) async throws -> Int {
        let clients = try servers.map { try $0.client }
        var (allowed, isRefused) = (0, [false, false])
        for turn in 0..<400 where isRefused != [true, true] {
            let before = try database.psql(Self.counted)
            isRefused[turn % 2] = try call(clients[turn % 2]) == 429
            guard !isRefused[turn % 2] else { continue }
            allowed += 1
            // The first few aren't worth telling.
            if allowed > 4 { #expect(await eventually { (try? database.psql(Self.counted)) != before }) }
        }
        return allowed
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

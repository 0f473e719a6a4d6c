import API
import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// The limits, and what a caller past one is told.
struct RateLimitTests {
    private static let two = RateLimit(2, perSeconds: 7_200)

    private func withLimits(
        account: RateLimit? = nil, address: RateLimit? = nil, both: RateLimit? = nil, user: RateLimit? = nil,
        signUps: RateLimit? = nil, _ body: (TestClient) throws -> Void
    ) async throws {
        var options = TestServer.Options()
        options.api.forwardedHops = 1
        options.limits = RateLimits(
            signInFailuresPerAccount: account, signInFailuresPerAddress: address,
            signInFailuresPerAccountAndAddress: both, credentialFailuresPerUser: user,
            signUpsPerAddress: signUps, eventsPerUser: nil)
        try await TestServer.with(options) { server in try body(try server.client) }
    }

    private func expectLimited(_ reply: TestClient.Reply, sourceLocation: SourceLocation = #_sourceLocation) {
        expectProblem(reply, 429, "too-many-requests", sourceLocation: sourceLocation)
        let seconds = reply[header: "retry-after"].flatMap { Int($0) } ?? 0
        #expect((1...3_600).contains(seconds), sourceLocation: sourceLocation)
    }

    /// - Parameter address: nil for where accounts are made and linked.
    private func signIn(
        _ client: TestClient, _ email: String, _ password: String = "not the password",
        from address: String? = nil
    ) throws -> TestClient.Reply {
        try client.send(
            "POST", "/v1/sessions", headers: address.map { ["X-Forwarded-For": $0] } ?? [:],
            ["email": .string(email), "password": .string(password)])
    }

    private func expectWrong(_ reply: TestClient.Reply, sourceLocation: SourceLocation = #_sourceLocation) {
        expectProblem(reply, 401, "invalid-credentials", sourceLocation: sourceLocation)
    }

    private func link(
        _ client: TestClient, _ user: TestUser, _ email: String, _ password: String = TestClient.password
    ) throws -> TestClient.Reply {
        try client.send(
            "PUT", "/v1/users/me/credential", token: user.token,
            ["email": .string(email), "password": .string(password)])
    }

    @Test func `limits sign-ups of an address`() async throws {
        try await withLimits(signUps: Self.two) { client in
            for _ in 0..<2 { expect(try client.send("POST", "/v1/users", [:]), 201) }
            expectLimited(try client.send("POST", "/v1/users", [:]))
        }
    }

    @Test func `limits what a user looks up, and no other user or key`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, readsPerUser: Self.two)
        try await TestServer.with(options) { server in
            let client = try server.client
            let (anne, ben, key) = (try client.signUp(), try client.signUp(), try await server.key(.read))
            expect(try client.get("/v1/users/me/referrals", token: anne.token), 200)
            expect(try client.get("/v1/users/me/balances", token: anne.token), 200)
            for path in ["", "/balances", "/ledger", "/referrals", "/rewards", "/profile"] {
                expectLimited(try client.get("/v1/users/me" + path, token: anne.token))
            }
            try client.reachLevel(2, token: anne.token, id: newID())
            expect(try client.get("/v1/users/me", token: ben.token), 200)
            for _ in 0..<4 { expect(try client.get("/v1/admin/users/\(anne.uid)", token: key), 200) }
        }
    }

    @Test func `limits what strangers try on an account, and holds its owner up nowhere it has been`()
        async throws
    {
        try await withLimits(account: Self.two) { client in
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            for stranger in ["192.0.2.1", "192.0.2.2"] {
                expectWrong(try signIn(client, "ben@example.com", from: stranger))
            }
            expectLimited(try signIn(client, " BEN@example.com", from: "192.0.2.3"))
            expectLimited(try signIn(client, "ben@example.com", TestClient.password, from: "192.0.2.1"))
            for _ in 0..<3 { expect(try signIn(client, "ben@example.com", TestClient.password), 200) }
            expectWrong(try signIn(client, "anne@example.com", from: "192.0.2.1"))
        }
    }

    @Test func `an account is known where it has signed in, and where it has refreshed a session`()
        async throws
    {
        try await withLimits(account: Self.two) { client in
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            func isKnown(at address: String) throws -> Bool {
                try signIn(client, "ben@example.com", TestClient.password, from: address).status == 200
            }
            #expect(try isKnown(at: "198.51.100.1"))
            let refreshed = try client.send(
                "POST", "/v1/sessions/refresh", headers: ["X-Forwarded-For": "2001:db8::1"],
                ["refresh_token": .string(ben.refreshToken)])
            expect(refreshed, 200)
            for _ in 0..<2 { expectWrong(try signIn(client, "ben@example.com", from: "192.0.2.1")) }
            #expect(try isKnown(at: "198.51.100.1") && isKnown(at: "2001:db8::2"))
            #expect(try !isKnown(at: "2001:db8:1::1"))
        }
    }

    @Test func `limits what one address tries on one account, whoever it is`() async throws {
        try await withLimits(both: Self.two) { client in
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            for _ in 0..<5 { expect(try signIn(client, "ben@example.com", TestClient.password), 200) }
            for _ in 0..<2 { expectWrong(try signIn(client, "ben@example.com")) }
            expectLimited(try signIn(client, "ben@example.com", TestClient.password))
            expectWrong(try signIn(client, "anne@example.com"))
            expect(try signIn(client, "ben@example.com", TestClient.password, from: "192.0.2.1"), 200)
        }
    }

    @Test func `limits what one address tries on many accounts, and holds up none that has been there`()
        async throws
    {
        try await withLimits(address: Self.two) { client in
            var (ben, cal) = (try client.signUp(), try client.signUp())
            try client.link(&ben, email: "ben@example.com")
            for email in ["a@example.com", "b@example.com"] { expectWrong(try signIn(client, email)) }
            expectLimited(try signIn(client, "c@example.com"))
            expect(try signIn(client, "ben@example.com", TestClient.password), 200)
            expectWrong(try signIn(client, "ben@example.com"))
            expect(try client.link(&cal, email: "cal@example.com"), 200)
            expect(try signIn(client, "cal@example.com", TestClient.password), 200)
        }
    }

    @Test func `counts taken e-mails for each user, and tells no more past the limit`() async throws {
        try await withLimits(address: Self.two, user: Self.two) { client in
            for email in ["anne@example.com", "ben@example.com", "carla@example.com"] {
                var user = try client.signUp()
                try client.link(&user, email: email)
            }
            let eve = try client.signUp()
            for email in ["anne@example.com", "ben@example.com"] {
                expectProblem(try link(client, eve, email), 409, "email-already-in-use")
            }
            for email in ["carla@example.com", "eve@example.com"] {
                expectLimited(try link(client, eve, email))
            }
            // At the same address.
            expect(try link(client, try client.signUp(), "dan@example.com"), 200)
            expect(try signIn(client, "anne@example.com", TestClient.password), 200)
        }
    }

    @Test func `counts a linked credential's wrong passwords for its user`() async throws {
        try await withLimits(user: Self.two) { client in
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            for _ in 0..<3 { expect(try link(client, ben, "ben@example.com"), 200) }
            for _ in 0..<2 {
                expectProblem(
                    try link(client, ben, "ben@example.com", "another good password"), 409,
                    "credential-already-linked")
            }
            expectLimited(try link(client, ben, "ben@example.com"))
            expect(try signIn(client, "ben@example.com", TestClient.password), 200)
        }
    }

    @Test func `limits the events of a user, one by one or in batches, and not a server's`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: RateLimit(4, perSeconds: 14_400))
        try await TestServer.with(options) { server in
            let client = try server.client
            let ben = try client.signUp()
            let anne = try client.signUp()
            let level: [String: JSONValue] = ["type": "level_reached", "level": 2]
            expect(try client.event(level, token: ben.token), 200)
            let batch: JSONValue = ["events": [TestClient.event(level), TestClient.event(level)]]
            expect(try client.send("POST", "/v1/events/batch", token: ben.token, batch), 200)
            expectLimited(try client.send("POST", "/v1/events/batch", token: ben.token, batch))
            expect(try client.event(level, token: ben.token), 200)
            expectLimited(try client.event(level, token: ben.token))
            expect(try client.event(level, token: anne.token), 200)
            let key = try await server.key(.server)
            for _ in 0..<8 {
                expect(
                    try client.event(level.merging(["uid": .string(ben.uid)]) { $1 }, token: key), 200)
            }
        }
    }
}

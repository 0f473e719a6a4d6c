import HTTP
import Service
import TestSupport
import Testing

/// The limits, and what a caller past one is told.
struct RateLimitTests {
    private static let two = RateLimit(2, perSeconds: 120)

    private func withLimits(
        account: RateLimit? = nil, address: RateLimit? = nil, signUps: RateLimit? = nil,
        events: RateLimit? = nil, _ body: (TestClient) throws -> Void
    ) async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: account, signInFailuresPerAddress: address, signUpsPerAddress: signUps,
            eventsPerUser: events)
        try await TestServer.with(options) { server in try body(try server.client) }
    }

    private func expectLimited(_ reply: TestClient.Reply, sourceLocation: SourceLocation = #_sourceLocation) {
        expectProblem(reply, 429, "too-many-requests", sourceLocation: sourceLocation)
        let seconds = reply[header: "retry-after"].flatMap { Int($0) } ?? 0
        #expect((1...60).contains(seconds), sourceLocation: sourceLocation)
    }

    private func signIn(
        _ client: TestClient, _ email: String, _ password: String = "not the password"
    ) throws -> TestClient.Reply {
        try client.send(
            "POST", "/v1/sessions", ["email": .string(email), "password": .string(password)])
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

    @Test func `limits failed sign-ins of an account, and no other's`() async throws {
        try await withLimits(account: Self.two) { client in
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            for _ in 0..<5 { expect(try signIn(client, "ben@example.com", TestClient.password), 200) }
            for _ in 0..<2 {
                expectProblem(try signIn(client, "ben@example.com"), 401, "invalid-credentials")
            }
            expectLimited(try signIn(client, " BEN@example.com"))
            expectLimited(try signIn(client, "ben@example.com", TestClient.password))
            expectProblem(try signIn(client, "anne@example.com"), 401, "invalid-credentials")
        }
    }

    @Test func `counts a linked credential's wrong password as a failed sign-in`() async throws {
        try await withLimits(account: Self.two) { client in
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            let body: JSONValue = ["email": "ben@example.com", "password": "another good password"]
            for _ in 0..<2 {
                expectProblem(
                    try client.send("PUT", "/v1/users/me/credential", token: ben.token, body), 409,
                    "credential-already-linked")
            }
            expectLimited(try client.send("PUT", "/v1/users/me/credential", token: ben.token, body))
        }
    }

    @Test func `limits failed sign-ins of an address, whatever the accounts`() async throws {
        try await withLimits(address: Self.two) { client in
            for email in ["a@example.com", "b@example.com"] {
                expectProblem(try signIn(client, email), 401, "invalid-credentials")
            }
            expectLimited(try signIn(client, "c@example.com"))
        }
    }

    @Test func `counts taken e-mails as failed sign-ins of an address, and tells it nothing more`()
        async throws
    {
        try await withLimits(address: Self.two) { client in
            for email in ["anne@example.com", "ben@example.com", "carla@example.com"] {
                var user = try client.signUp()
                try client.link(&user, email: email)
            }
            let eve = try client.signUp()
            func link(_ email: String) throws -> TestClient.Reply {
                try client.send(
                    "PUT", "/v1/users/me/credential", token: eve.token,
                    ["email": .string(email), "password": .string(TestClient.password)])
            }
            for email in ["anne@example.com", "ben@example.com"] {
                expectProblem(try link(email), 409, "email-already-in-use")
            }
            for email in ["carla@example.com", "eve@example.com"] { expectLimited(try link(email)) }
            expectLimited(try signIn(client, "anne@example.com", TestClient.password))
        }
    }

    @Test func `limits the events of a user, one by one or in batches, and not a server's`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: RateLimit(4, perSeconds: 240))
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

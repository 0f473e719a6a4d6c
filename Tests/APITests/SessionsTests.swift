import Accounts
import HTTP
import JSON
import TestSupport
import Testing

/// Signing in and out.
struct SessionsTests {
    private func signIn(_ email: String, _ password: String, _ client: TestClient) throws -> TestClient.Reply
    {
        try client.send(
            "POST", "/v1/sessions", ["email": .string(email), "password": .string(password)])
    }

    @Test func `signs in with the credential, stamps the time, and pays nothing`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp(referredBy: try client.signUp().code)
            let linked = try client.link(&ben, email: "ben@example.com")
            // Stamps are of a millisecond.
            try await Task.sleep(for: .milliseconds(2))
            let reply = try signIn(" BEN@example.com", TestClient.password, client)
            expect(reply, 200)
            #expect(reply.json.names == ["user", "session"])
            #expect(reply.json["user"]?.names == UsersTests.userMembers)
            #expect(reply.json["session"]?.names == UsersTests.sessionMembers)
            let user = TestUser(reply)
            #expect(user.uid == ben.uid)
            let stamp = try #require(reply.json["user"]?["last_signin_at"]?.string)
            #expect(stamp > linked.json["user"]?["last_signin_at"]?.string ?? "")
            for token in [user.token, ben.token] {
                #expect(try client.balance(token: token) == 50)
            }
        }
    }

    @Test func `answers a wrong password and an unknown e-mail alike`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            let wrong = try signIn("ben@example.com", "not the password", client)
            let unknown = try signIn("nobody@example.com", "not the password", client)
            let short = try signIn("ben@example.com", "short", client)
            for reply in [wrong, unknown, short] {
                expectProblem(reply, 401, "invalid-credentials")
                #expect(reply[header: "www-authenticate"] == "Bearer")
                #expect(reply.json.names == wrong.json.names)
                #expect(reply.json["title"] == wrong.json["title"])
                #expect(reply.json["detail"] == wrong.json["detail"])
                #expect(reply.raw.headers.map(\.name) == wrong.raw.headers.map(\.name))
            }
        }
    }

    @Test func `takes as long for an unknown e-mail as for a wrong password`() async throws {
        try await TestServer.with(.alone) { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            func time(_ email: String) throws -> Duration {
                try ContinuousClock().measure { _ = try signIn(email, "not the password", client) }
            }
            // By turns, so that whatever else the machine does meets both; the fastest met the least of it.
            let pairs = try (0..<10).map { _ in
                (known: try time("ben@example.com"), unknown: try time("nobody@example.com"))
            }
            let known = try #require(pairs.map(\.known).min())
            let unknown = try #require(pairs.map(\.unknown).min())
            // Hashing is nearly all of it: without it the unknown e-mail would take a tenth.
            #expect(unknown > known / 3 && known > unknown / 3)
        }
    }

    @Test func `refuses fields that are missing, wrong or unknown`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            expectProblem(
                try client.send("POST", "/v1/sessions", ["email": "ben", "pass": "x"]), 422, "validation",
                mistakes: ["/email invalid", "/password required", "/pass unknown_field"])
            expectProblem(
                try client.send("POST", "/v1/sessions", ["email": 1, "password": ""]), 422, "validation",
                mistakes: ["/email wrong_type", "/password too_short"])
        }
    }

    @Test func `keeps the hundred sessions of a user that were used last`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            try server.database.psql(
                """
                INSERT INTO sessions (uid, sid, token_hash, created_at, expires_at)
                SELECT uid, gen_random_uuid(), token_hash, created_at, expires_at - n * interval '1 hour'
                FROM sessions, generate_series(1, 105) n WHERE uid = '\(ben.uid)'
                """)
            let body: JSONValue = ["email": "ben@example.com", "password": .string(TestClient.password)]
            let last = TestUser(try client.send("POST", "/v1/sessions", body))
            func sessions(_ condition: String) throws -> String {
                try server.database.psql("SELECT count(*) FROM sessions WHERE \(condition)")
            }
            #expect(try sessions("uid = '\(ben.uid)'") == "100")
            let oldest = "expires_at < now() + interval '90 days' - interval '99 hours'"
            #expect(try sessions(oldest) == "0")
            for user in [ben, last] {
                let refresh: JSONValue = ["refresh_token": .string(user.refreshToken)]
                expect(try client.send("POST", "/v1/sessions/refresh", refresh), 200)
            }
            expect(try client.send("PUT", "/v1/users/me/credential", token: last.token, body), 200)
            #expect(try sessions("uid = '\(ben.uid)'") == "100")
        }
    }

    @Test func `ends the session that signs out, and no other`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            let phone = TestUser(try signIn("ben@example.com", TestClient.password, client))
            let reply = try client.send("DELETE", "/v1/sessions/current", token: phone.token)
            expect(reply, 204)
            #expect(reply.raw.body.isEmpty)
            expectProblem(try client.get("/v1/users/me", token: phone.token), 401, "unauthenticated")
            expectProblem(
                try client.send("DELETE", "/v1/sessions/current", token: phone.token), 401, "unauthenticated")
            expectProblem(
                try client.send(
                    "POST", "/v1/sessions/refresh", ["refresh_token": .string(phone.refreshToken)]), 401,
                "unauthenticated")
            #expect(try client.get("/v1/users/me", token: ben.token).status == 200)
        }
    }
}

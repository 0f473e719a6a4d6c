import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// The `Idempotency-Key` of `POST /v1/users`.
struct IdempotencyTests {
    private let key = ["Idempotency-Key": "an-install-secret-0123456789"]

    @Test func `gives the same user with a new session for the same key`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let first = try client.send("POST", "/v1/users", headers: key, [:])
            let second = try client.send("POST", "/v1/users", headers: key, [:])
            expect(first, 201)
            expect(second, 201)
            #expect(second[header: "location"] == "/v1/users/me")
            #expect(first.json["user"] == second.json["user"])
            #expect(TestUser(first).refreshToken != TestUser(second).refreshToken)
            for user in [TestUser(first), TestUser(second)] {
                #expect(try client.get("/v1/users/me", token: user.token).status == 200)
            }
            let other = try client.send(
                "POST", "/v1/users", headers: ["Idempotency-Key": "another-install-secret"], [:])
            #expect(TestUser(other).uid != TestUser(first).uid)
        }
    }

    @Test func `the same key again opens no more sessions than a user may have, and none of a blocked one`()
        async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let user = TestUser(try client.send("POST", "/v1/users", headers: key, [:]))
            try server.database.psql(
                """
                INSERT INTO sessions (uid, sid, token_hash, created_at, expires_at)
                SELECT '\(user.uid)', gen_random_uuid(), sha256(n::text::bytea), now(), now() + interval '1 day'
                FROM generate_series(1, 150) AS n
                """)
            try client.send("POST", "/v1/users", headers: key, [:]).required(201)
            let count = "SELECT count(*) FROM sessions WHERE uid = '\(user.uid)'"
            #expect(try server.database.psql(count) == "100")
            try client.send(
                "PUT", "/v1/admin/users/\(user.uid)/standing", token: try await server.key(.admin),
                ["standing": "blocked", "reason": "A test"]
            ).required(200)
            #expect(
                try await eventually {
                    try client.send("POST", "/v1/users", headers: key, [:]).problem == "blocked"
                })
            #expect(try server.database.psql("SELECT count(*) FROM users") == "1")
        }
    }

    @Test func `makes one user of concurrent sign-ups with one key`() async throws {
        try await TestServer.with { server in
            let clients = try (0..<8).map { _ in try server.client }
            for client in clients { try client.post("POST", "/v1/users", headers: key, [:]) }
            let replies = try clients.map { try $0.reply() }
            #expect(replies.allSatisfy { $0.status == 201 })
            #expect(Set(replies.map { TestUser($0).uid }).count == 1)
            #expect(try server.database.psql("SELECT count(*) FROM users") == "1")
        }
    }

    @Test func `makes a new user once the first has linked a credential`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var first = TestUser(try client.send("POST", "/v1/users", headers: key, [:]))
            expect(try client.link(&first, email: "anne@example.com"), 200)
            let second = TestUser(try client.send("POST", "/v1/users", headers: key, [:]))
            #expect(second.uid != first.uid)
            let third = TestUser(try client.send("POST", "/v1/users", headers: key, [:]))
            #expect(third.uid == second.uid)
            #expect(try client.get("/v1/users/me", token: first.token).status == 200)
        }
    }

    @Test func `returns an anonymous user after years, also when its session has ended`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let first = TestUser(try client.send("POST", "/v1/users", headers: key, [:]))
            try server.database.psql("UPDATE sign_up_keys SET created_at = now() - interval '9 y'")
            expect(try client.send("DELETE", "/v1/sessions/current", token: first.token), 204)
            let again = TestUser(try client.send("POST", "/v1/users", headers: key, [:]))
            #expect(again.uid == first.uid)
            #expect(try client.get("/v1/users/me", token: again.token).status == 200)
        }
    }

    @Test func `keeps no key in the clear`() async throws {
        try await TestServer.with { server in
            try server.client.send("POST", "/v1/users", headers: key, [:])
            let kept = try server.database.psql("SELECT encode(key_hash, 'escape') FROM sign_up_keys")
            #expect(!kept.isEmpty)
            #expect(!kept.contains("an-install-secret"))
        }
    }

    @Test func `refuses a key of a wrong length or form`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            for text in ["short-of-sixteen", String(repeating: "k", count: 255)] {
                expect(try client.send("POST", "/v1/users", headers: ["Idempotency-Key": text], [:]), 201)
            }
            let refused = [
                "fifteen-letters", String(repeating: "k", count: 256), "a key with spaces in it", "",
                "naïve-key-of-the-install",
            ]
            for text in refused {
                expectProblem(
                    try client.send("POST", "/v1/users", headers: ["Idempotency-Key": text], [:]), 422,
                    "validation", mistakes: ["/Idempotency-Key invalid"])
            }
        }
    }

    @Test func `records a referrer that comes with the same key later, or says why not`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let (anne, carl) = (try client.signUp(), try client.signUp())
            func signUp(_ referrer: String?) throws -> JSONValue {
                let body: JSONValue = referrer.map { ["referred_by": .string($0)] } ?? [:]
                return try client.send("POST", "/v1/users", headers: key, body).required(201).json
            }
            func referral(_ status: String, _ referrer: String?, _ reason: String?) -> JSONValue {
                [
                    "status": .string(status), "referred_by": referrer.map { .string($0) } ?? .null,
                    "reason": reason.map { .string($0) } ?? .null,
                ]
            }
            let first = try signUp(nil)
            #expect(first["referral"] == referral("none", nil, nil))
            let code = try #require(first["user"]?["referral_code"]?.string)
            #expect(try signUp("0000000000")["referral"] == referral("rejected", nil, "unknown_referrer"))
            #expect(try signUp(code)["referral"] == referral("rejected", nil, "self_referral"))
            let friend = try client.signUp(referredBy: code)
            #expect(try signUp(friend.code)["referral"] == referral("rejected", nil, "ring"))
            for _ in 0..<2 {
                let named = try signUp(anne.code)
                #expect(named["user"]?["uid"] == first["user"]?["uid"])
                #expect(named["user"]?["referred_by"]?.string == anne.uid)
                #expect(named["referral"] == referral("recorded", anne.uid, nil))
            }
            #expect(
                try signUp(carl.code)["referral"] == referral("recorded", anne.uid, "referral_already_set"))
            #expect(try signUp(nil)["referral"] == referral("recorded", anne.uid, nil))
            let friends = try client.get("/v1/users/me/referrals", token: anne.token).json
            #expect(friends["counts"]?["referred"] == 1)
        }
    }
}

import Accounts
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Players whose own issuer's tokens are all they bring.
struct BearerTests {
    private func with(_ body: (IdentityCast) async throws -> Void) async throws {
        try await IdentityCast.with(isBearer: true, { _ in }, body)
    }

    @Test func `the first sign-up makes the user, paid once, and calls with the token are the user's`()
        async throws
    {
        try await with { cast in
            let anne = try cast.client.signUp()
            let token = try cast.issuer.token(of: "ben")
            let early = try cast.me(token)
            expectProblem(early, 401, "user-not-created")
            #expect(early[header: "www-authenticate"] == "Bearer")
            let made = try cast.make(token, ["referred_by": .string(anne.code)])
            expect(made, 201)
            #expect(made.json["user"]?["is_anonymous"] == false && made.json["user"]?["external_id"] == nil)
            #expect(made.json["referral"]?["status"] == "recorded")
            let ben = TestUser(made)
            for key in ["rsa-1", "ec-1", "ok-1"] {
                let other = try cast.issuer.token(of: "ben", by: key)
                for _ in 0..<3 {
                    let me = try cast.server.client.get("/v1/users/me", token: other)
                    expect(me, 200)
                    #expect(me.json["user"]?["uid"]?.string == ben.uid)
                }
                #expect(try cast.client.balance(token: other) == 50)
            }
            let event = try cast.client.reachLevel(5, token: token, id: newID())
            expect(event, 200)
            #expect(try cast.client.balance(token: anne.token) == 50)
            // A reply that was lost is asked for again: the same user, another session, no other reward.
            let again = try cast.make(token, ["referred_by": .string(ben.code)])
            expect(again, 201)
            #expect(TestUser(again).uid == ben.uid)
            expect(try cast.me(TestUser(again).token), 200)
            #expect(try cast.client.balance(token: token) == 50)
            #expect(again.json["user"]?["referred_by"]?.string == anne.uid)
            // And a back end finds the player by the same id.
            let key = try await cast.server.key(.server)
            let balances = try cast.client.get("/v1/users/external:ben/balances", token: key)
            #expect(balances.json["uid"]?.string == ben.uid)
        }
    }

    @Test func `many first sign-ups at once make one user, paid once`() async throws {
        try await with { cast in
            let anne = try cast.client.signUp()
            let token = try cast.issuer.token(of: "ben")
            let clients = try (0..<8).map { _ in try cast.server.client }
            for client in clients {
                try client.post("POST", "/v1/users", token: token, ["referred_by": .string(anne.code)])
            }
            let replies = try clients.map { try $0.reply() }
            for reply in replies { expect(reply, 201) }
            #expect(Set(replies.map { TestUser($0).uid }).count == 1)
            #expect(try cast.client.balance(token: token) == 50)
            #expect(try cast.server.database.psql("SELECT count(*) FROM users") == "2")
        }
    }

    @Test func `who comes by a claim is referred as it says`() async throws {
        try await IdentityCast.with(isBearer: true, { $0.profile = .test }) { cast in
            let token = try cast.issuer.token(of: "ben")
            let reply = try cast.make(token, ["claim": "no receipt"])
            expect(reply, 201)
            #expect(reply.json["referral"]?["status"] == "rejected")
            #expect(reply.json["referral"]?["reason"] == "receipt_invalid")
        }
    }

    @Test func `an e-mail that comes with the token is the user's`() async throws {
        try await with { cast in
            let token = try cast.issuer.token(of: "ben", #","email":"ben@example.com","email_verified":true"#)
            let reply = try cast.make(token)
            expect(reply, 201)
            let user = try cast.me(token).json["user"]
            #expect(user?["email"] == "ben@example.com" && user?["email_verified"] == true)
        }
    }

    @Test func `a token is good until its end, by PostgreSQL's clock`() async throws {
        try await moveToBlockingThread()
        let issuer = try TestIssuer()
        try await TestDatabase.withSchema { database in
            try database.makeClockMovable()
            var options = TestServer.Options()
            options.providers = [issuer.provider(isBearer: true)]
            let server = try await TestServer.start(on: database, options)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await end(issuer, server)) } catch { outcome = .failure(error) }
            await server.stop()
            try outcome.get()
        }
    }

    private func end(_ issuer: TestIssuer, _ server: TestServer) async throws {
        let client = try server.client
        let token = try issuer.token(of: "ben")
        try client.send("POST", "/v1/users", token: token, [:]).required(201)
        expect(try client.get("/v1/users/me", token: token), 200)
        try server.database.moveClock(by: "50 minutes")
        for _ in 0..<200 { #expect(try client.get("/v1/users/me", token: token).status == 200) }
        // A minute is for clocks that differ.
        try server.database.moveClock(by: "61 minutes 5 seconds")
        #expect(try await eventually { try client.get("/v1/users/me", token: token).status == 401 })
        expectProblem(try client.get("/v1/users/me", token: token), 401, "unauthenticated")
        expectProblem(try client.send("POST", "/v1/users", token: token, [:]), 401, "unauthenticated")
    }

    @Test func `who leaves proves it by a fresh token, goes on until then, and comes back by signing in`()
        async throws
    {
        try await with { cast in
            let admin = try await cast.server.key(.admin)
            let token = try cast.issuer.token(of: "ben")
            let ben = TestUser(try cast.make(token).required(201))
            let body: JSONValue = ["provider": "ours", "id_token": .string(token)]
            // The token that calls proves nothing besides.
            for caller in [ben.token, token] {
                expectProblem(
                    try cast.client.send("DELETE", "/v1/users/me", token: caller), 403, "proof-required")
            }
            expect(try cast.client.send("DELETE", "/v1/users/me", token: token, ["proof": body]), 202)
            expect(try cast.me(token), 200)
            let back = try cast.client.send("POST", "/v1/sessions", body)
            expect(back, 200)
            #expect(TestUser(back).uid == ben.uid)
            #expect(try cast.client.inspect(ben, key: admin)["leaving"] == .null)
            #expect(
                try cast.client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: admin).status == 204)
            #expect(try await eventually { try cast.me(token).problem == "user-not-created" })
            expectProblem(try cast.client.send("POST", "/v1/sessions", body), 404, "identity-unknown")
            // Somebody new, as far as anybody can know.
            let anew = TestUser(try cast.make(token).required(201))
            #expect(anew.uid != ben.uid)
        }
    }

    /// On every loop.
    private func refused(_ cast: IdentityCast, _ token: String) async throws -> Bool {
        try await eventually {
            try (0..<8).allSatisfy { _ in
                try cast.server.client.get("/v1/users/me", token: token).problem == "unauthenticated"
            }
        }
    }

    @Test func `a subject that becomes another user's is that one's from then on`() async throws {
        try await with { cast in
            let key = try await cast.server.key(.server)
            let token = try cast.issuer.token(of: "ben")
            let first = TestUser(try cast.make(token).required(201))
            expect(try cast.me(token), 200)
            let path = { (uid: String) in "/v1/admin/users/\(uid)/external-id" }
            let other = try cast.client.signUp()
            try cast.client.send("PUT", path(first.uid), token: key, ["external_id": "former"]).required(200)
            try cast.client.send("PUT", path(other.uid), token: key, ["external_id": "ben"]).required(200)
            #expect(
                try await eventually {
                    try (0..<8).allSatisfy { _ in
                        let me = try cast.server.client.get("/v1/users/me", token: token)
                        return me.json["user"]?["uid"]?.string == other.uid
                    }
                })
        }
    }

    @Test func `who is blocked is refused`() async throws {
        try await with { cast in
            let admin = try await cast.server.key(.admin)
            let token = try cast.issuer.token(of: "ben")
            let ben = TestUser(try cast.make(token).required(201))
            expect(try cast.me(token), 200)
            try cast.client.send(
                "PUT", "/v1/admin/users/\(ben.uid)/standing", token: admin,
                ["standing": "blocked", "reason": "a test"]
            ).required(200)
            #expect(try await eventually { try cast.me(token).problem == "blocked" })
            expectProblem(try cast.make(token), 403, "blocked")
        }
    }

    @Test func `the issuer's token has no session here to end, and our own go on to be good`() async throws {
        try await with { cast in
            let token = try cast.issuer.token(of: "ben")
            let ben = TestUser(try cast.make(token).required(201))
            expectProblem(
                try cast.client.send("DELETE", "/v1/sessions/current", token: token), 403, "forbidden")
            let sessions = try cast.client.get("/v1/users/me/sessions", token: token)
            expect(sessions, 200)
            #expect(sessions.json["sessions"]?.array?.map { $0["current"] } == [false])
            #expect(
                try cast.client.send("DELETE", "/v1/sessions/current", token: ben.token).status == 204)
            expect(try cast.me(token), 200)
            // Nobody's token but an issuer's makes anything else than an anonymous user.
            let anne = try cast.client.signUp()
            let more = try cast.client.send("POST", "/v1/users", token: anne.token, [:])
            expect(more, 201)
            #expect(more.json["user"]?["is_anonymous"] == true)
            expectProblem(try cast.make("garbage"), 401, "unauthenticated")
        }
    }

    @Test func `an issuer that is no bearer gives no calls`() async throws {
        try await IdentityCast.with { cast in
            let token = try cast.issuer.token(of: "ben")
            expectProblem(try cast.me(token), 401, "unauthenticated")
            // As ever: nobody looks at it.
            let made = try cast.make(token)
            expect(made, 201)
            #expect(made.json["user"]?["is_anonymous"] == true)
        }
    }

    @Test func `what a key vouched for that is published no more is good no more`() async throws {
        try await IdentityCast.with(isBearer: true, { $0.loops = 1 }) { cast in
            let token = try cast.issuer.token(of: "ben")
            expect(try cast.make(token), 201)
            for _ in 0..<3 { expect(try cast.me(token), 200) }
            try cast.issuer.publish("rsa-2")
            let next = try cast.issuer.token(of: "ben", by: "rsa-2")
            expect(try cast.me(next), 200)
            expectProblem(try cast.me(token), 401, "unauthenticated")
            expect(try cast.me(next), 200)
        }
    }

    @Test func `a key that is gone is gone on every loop, whichever has heard of it`() async throws {
        try await IdentityCast.with(isBearer: true, { $0.loops = 3 }) { cast in
            let token = try cast.issuer.token(of: "ben")
            expect(try cast.make(token), 201)
            // Some on each loop.
            let clients = try (0..<24).map { _ in try cast.server.client }
            for client in clients { expect(try client.get("/v1/users/me", token: token), 200) }
            try cast.issuer.publish("rsa-2")
            expect(try cast.me(try cast.issuer.token(of: "ben", by: "rsa-2")), 200)
            let isRefused = try await eventually {
                try clients.allSatisfy { try $0.get("/v1/users/me", token: token).status == 401 }
            }
            #expect(isRefused)
        }
    }

    @Test func `while the issuer is away its players are told to come again, and those known go on`()
        async throws
    {
        try await with { cast in
            try cast.issuer.behave(.away)
            let tokens = try cast.issuer.tokens(of: ["ben", "carl"])
            expectProblem(try cast.me(tokens[0]), 503, "unavailable")
            expectProblem(try cast.make(tokens[0]), 503, "unavailable")
            try cast.issuer.behave(.good)
            #expect(try await eventually { try cast.make(tokens[0]).status == 201 })
            try cast.issuer.behave(.away)
            expect(try cast.me(tokens[0]), 200)
            expectProblem(try cast.me(tokens[1]), 401, "user-not-created")
        }
    }
}

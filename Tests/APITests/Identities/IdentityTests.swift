import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// Signing in with an identity that somebody else vouches for, whose keys come by HTTPS.
struct IdentityTests {
    @Test func `an anonymous user keeps the uid, is paid for signing up once, and signs in elsewhere`()
        async throws
    {
        try await IdentityCast.with { cast in
            let client = cast.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            for key in ["rsa-1", "ec-1", "ok-1"] {
                let token = try cast.issuer.token(of: "ben", by: key)
                let reply = try cast.link(ben, token)
                expect(reply, 200)
                #expect(reply.json["user"]?["uid"]?.string == ben.uid)
                #expect(reply.json["user"]?["is_anonymous"] == false)
                #expect(reply.json["rewards"]?.array?.count == (key == "rsa-1" ? 1 : 0))
                let session = try cast.signIn(token)
                expect(session, 200)
                #expect(TestUser(session).uid == ben.uid)
            }
            #expect(try client.balance(token: ben.token) == 50)
            // The keys were asked for once, whichever loop needed them.
            #expect(cast.issuer.timesAsked == 1)
            let others = try cast.issuer.tokens(of: ["anne", "bens other", "ben"])
            expectProblem(try cast.signIn(others[0]), 404, "identity-unknown")
            expectProblem(try cast.link(anne, others[2]), 409, "identity-already-in-use")
            #expect(try cast.me(anne.token).json["user"]?["is_anonymous"] == true)
            expectProblem(try cast.link(ben, others[1]), 409, "identity-already-in-use")
            expectProblem(
                try client.send("PUT", "/v1/users/me/identities/none", token: ben.token, ["id_token": "x"]),
                404, "not-found")
            #expect(try cast.server.database.psql("SELECT count(*) FROM identities") == "1")
        }
    }

    @Test func `of those who want one identity at once, and of a user's two, one wins`() async throws {
        try await IdentityCast.with { cast in
            let tokens = try cast.issuer.tokens(of: ["ben", "ben's other"])
            let clients = try (0..<6).map { _ in try cast.server.client }
            let users = try clients.map { try $0.signUp() }
            let first = try race(clients, users, Array(repeating: tokens[0], count: 6))
            #expect(first.filter { $0.status == 200 }.count == 1)
            let winner = try #require(first.firstIndex { $0.status == 200 })
            for reply in first where reply.status != 200 {
                expectProblem(reply, 409, "identity-already-in-use")
            }
            #expect(try TestUser(cast.signIn(tokens[0])).uid == users[winner].uid)
            let dee = try cast.client.signUp()
            let second = try race(clients, Array(repeating: dee, count: 6), (0..<6).map { _ in tokens[1] })
            #expect(second.allSatisfy { $0.status == 200 })
            let more = try cast.issuer.tokens(of: (0..<6).map { "subject \($0)" })
            let eve = try cast.client.signUp()
            let third = try race(clients, Array(repeating: eve, count: 6), more)
            #expect(third.filter { $0.status == 200 }.count == 1)
            for table in ["identities", "user_identities"] {
                #expect(try cast.server.database.psql("SELECT count(*) FROM \(table)") == "3")
            }
        }
    }

    private func race(
        _ clients: [TestClient], _ users: [TestUser], _ tokens: [String]
    ) throws -> [TestClient.Reply] {
        for (index, client) in clients.enumerated() {
            try client.post(
                "PUT", IdentityCast.path, token: users[index].token, ["id_token": .string(tokens[index])])
        }
        return try clients.map { try $0.reply() }
    }

    @Test func `an identity is taken off unless it is the last way in`() async throws {
        try await IdentityCast.with { cast in
            let client = cast.client
            let tokens = try cast.issuer.tokens(of: ["ben", "carl", "dee"])
            var ben = try client.signUp()
            expect(try cast.link(ben, tokens[0]), 200)
            expectProblem(
                try client.send("DELETE", IdentityCast.path, token: ben.token), 409, "last-credential")
            var carl = try client.signUp()
            try client.link(&carl, email: "carl@example.com").required(200)
            expectProblem(try cast.link(carl, tokens[0]), 409, "identity-already-in-use")
            expectProblem(try cast.link(carl, tokens[1]), 403, "proof-required")
            expect(try cast.link(carl, tokens[1], showing: IdentityCast.password), 200)
            expectProblem(try cast.unlink(carl), 403, "proof-required")
            for _ in 0..<2 {
                let password: JSONValue = ["password": .string(TestClient.password)]
                #expect(try cast.unlink(carl, showing: password).status == 204)
            }
            expectProblem(try cast.signIn(tokens[1]), 404, "identity-unknown")
            // For a while it is nobody else's.
            expectProblem(try cast.link(try client.signUp(), tokens[1]), 409, "identity-reserved")
            ben = TestUser(try cast.signIn(tokens[0]).required(200))
            // A back end's own id is no way in for a player.
            let key = try await cast.server.key(.server)
            let dee = TestUser(try client.send("POST", "/v1/users", token: key, ["external_id": "dee"]))
            expectProblem(try cast.link(dee, tokens[2]), 403, "proof-required")
            let byBackEnd = try client.send(
                "PUT", "/v1/admin/users/\(dee.uid)/identities/ours", token: key,
                ["id_token": .string(tokens[2])])
            expect(byBackEnd, 200)
            expectProblem(
                try client.send("DELETE", IdentityCast.path, token: dee.token), 409, "last-credential")
            #expect(
                try client.send("DELETE", "/v1/users/me/identities/none", token: ben.token).status == 204)
        }
    }

    @Test func `an e-mail that came with the last identity is no way in without a password`() async throws {
        try await IdentityCast.with { cast in
            let eve = try cast.client.signUp()
            let token = try cast.issuer.token(of: "eve", #","email":"eve@example.com","email_verified":true"#)
            let linked = try cast.link(eve, token)
            #expect(linked.json["user"]?["email"] == "eve@example.com")
            expectProblem(
                try cast.client.send("DELETE", IdentityCast.path, token: eve.token), 409, "last-credential")
            #expect(try cast.signIn(token).status == 200)
        }
    }

    @Test func `who is blocked doesn't sign in`() async throws {
        try await IdentityCast.with { cast in
            let key = try await cast.server.key(.admin)
            let ben = try cast.client.signUp()
            let token = try cast.issuer.token(of: "ben")
            expect(try cast.link(ben, token), 200)
            try cast.client.send(
                "PUT", "/v1/admin/users/\(ben.uid)/standing", token: key,
                ["standing": "blocked", "reason": "a test"]
            ).required(200)
            #expect(try await eventually { try cast.signIn(token).problem == "blocked" })
        }
    }

    @Test func `tokens that are no good are counted for an address, and good ones aren't`() async throws {
        let two = RateLimit(2, perSeconds: 7_200)
        try await IdentityCast.with({ options in
            options.limits = RateLimits(
                signInFailuresPerAccount: nil, signInFailuresPerAddress: two, signUpsPerAddress: nil,
                eventsPerUser: nil)
        }) { cast in
            let ben = try cast.client.signUp()
            let tokens = try cast.issuer.tokens(of: ["ben", "nobody"])
            expect(try cast.link(ben, tokens[0]), 200)
            for _ in 0..<3 { expect(try cast.signIn(tokens[0]), 200) }
            for _ in 0..<3 { expectProblem(try cast.signIn(tokens[1]), 404, "identity-unknown") }
            for _ in 0..<2 { expectProblem(try cast.signIn("x"), 401, "invalid-id-token") }
            expectProblem(try cast.signIn("x"), 429, "too-many-requests")
            expectProblem(try cast.signIn(tokens[0]), 429, "too-many-requests")
        }
    }

    @Test func `who leaves proves it by a token, signing in takes it back, and nothing of it is left`()
        async throws
    {
        try await IdentityCast.with { cast in
            let client = cast.client
            let key = try await cast.server.key(.admin)
            let ben = try client.signUp()
            let others = #","email":"ben.gunn@example.com","email_verified":true"#
            let token = try cast.issuer.token(of: "bens-subject-4711", by: "ec-1", others)
            expect(try cast.link(ben, token), 200)
            let users = "/v1/users/me"
            expectProblem(try client.send("DELETE", users, token: ben.token), 403, "proof-required")
            let wrong = try cast.proof(of: "somebody")
            expectProblem(try client.send("DELETE", users, token: ben.token, wrong), 403, "proof-wrong")
            let proof = try cast.proof(of: "bens-subject-4711")
            expect(try client.send("DELETE", users, token: ben.token, proof), 202)
            let back = TestUser(try cast.signIn(token).required(200))
            #expect(try client.inspect(back, key: key)["leaving"] == .null)
            let file = try client.get("/v1/users/me/export", token: back.token).json
            #expect(file["user_identities"]?.array?.map { $0["email"] } == ["ben.gunn@example.com"])
            guard !TestEngine.isCitus else { return }
            let before = try cast.server.database.dump()
            #expect(before.contains("bens-subject-4711") && before.contains("ben.gunn@example.com"))
            #expect(try client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: key).status == 204)
            let after = try cast.server.database.dump()
            #expect(!after.contains("bens-subject-4711") && !after.contains("ben.gunn@example.com"))
            expectProblem(try cast.signIn(token), 404, "identity-unknown")
        }
    }
}

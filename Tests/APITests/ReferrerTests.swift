import HTTP
import JSON
import TestSupport
import Testing

/// `PUT /v1/users/me/referrer`.
struct ReferrerTests {
    private func name(_ referrer: String, of user: TestUser, _ client: TestClient) throws -> TestClient.Reply
    {
        try client.send(
            "PUT", "/v1/users/me/referrer", token: user.token, ["referred_by": .string(referrer)])
    }

    @Test func `records a referrer once, and the same again is no mistake`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let carl = try client.signUp()
            let ben = try client.signUp()
            for claim in [anne.code, anne.code, anne.uid] {
                let reply = try name(claim, of: ben, client)
                expect(reply, 200)
                #expect(
                    reply.json == [
                        "referral": [
                            "status": "recorded", "referred_by": .string(anne.uid), "reason": .null,
                        ]
                    ])
            }
            expectProblem(try name(carl.code, of: ben, client), 409, "referral-already-set")
            let me = try client.get("/v1/users/me", token: ben.token)
            #expect(me.json["user"]?["referred_by"]?.string == anne.uid)
        }
    }

    @Test func `records none after sign-up`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            expectProblem(try name(anne.uid, of: ben, client), 409, "referral-window-closed")
        }
    }

    @Test func `refuses oneself, nobody, and text that is neither uid nor code`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp()
            expectProblem(try name(ben.uid, of: ben, client), 422, "self-referral")
            expectProblem(try name(ben.code, of: ben, client), 422, "self-referral")
            expectProblem(try name(newID(), of: ben, client), 422, "unknown-referrer")
            expectProblem(try name("0000000000", of: ben, client), 422, "unknown-referrer")
            expectProblem(
                try name("a friend", of: ben, client), 422, "validation", mistakes: ["/referred_by invalid"])
            expectProblem(
                try client.send("PUT", "/v1/users/me/referrer", token: ben.token, ["referred_by": .null]),
                422,
                "validation", mistakes: ["/referred_by required"])
            expect(try name(try client.signUp().code, of: ben, client), 200)
        }
    }

    @Test func `records one where the sign-up's was rejected`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp(referredBy: newID())
            let anne = try client.signUp()
            let reply = try name(anne.code, of: ben, client)
            #expect(
                reply.json["referral"]
                    == ["status": "recorded", "referred_by": .string(anne.uid), "reason": .null])
        }
    }

    @Test func `pays the referrer of a player who had reached level 5 before`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var ben = try client.signUp()
            try client.reachLevel(5, token: ben.token, id: newID())
            #expect(try client.balance(token: anne.token) == 0)
            expect(try name(anne.code, of: ben, client), 200)
            #expect(try client.balance(token: anne.token) == 50)
            try client.link(&ben, email: "ben@example.com")
            #expect(try client.balance(token: ben.token) == 50)
            try client.reachLevel(6, token: ben.token, id: newID())
            #expect(try client.balance(token: anne.token) == 50)
        }
    }

    @Test(arguments: [1, 2, 8])
    func `refuses a player that the user has brought, over up to eight steps`(_ steps: Int) async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var last = anne
            for _ in 1...steps { last = try client.signUp(referredBy: last.code) }
            for claim in [last.code, last.uid] {
                expectProblem(try name(claim, of: anne, client), 422, "referral-ring")
            }
            let me = try client.get("/v1/users/me", token: anne.token).json
            #expect(me["user"]?["referred_by"] == .null)
            // Another friend may still bring her.
            expect(try name(try client.signUp().code, of: anne, client), 200)
        }
    }
}

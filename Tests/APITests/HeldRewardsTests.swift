import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Rewards of a default match wait for an administrator, who releases or voids each once.
struct HeldRewardsTests {
    /// Ben came by Anne's invite, as far as his device tells, signed up and reached level 5.
    private struct Cast {
        let client: TestClient
        let anne: TestUser
        var ben: TestUser
        let admin: String
        let description: Description

        init(_ server: TestServer) async throws {
            client = try server.client
            anne = try client.signUp()
            ben = try client.signUp(referredBy: anne.code, confidence: "default")
            try client.link(&ben, email: "ben@example.com")
            try client.reachLevel(5, token: ben.token, id: newID())
            admin = try await server.key(.admin)
            description = try Description(client)
        }

        func rewards(of user: TestUser, _ query: String = "") throws -> [JSONValue] {
            let reply = try client.get("/v1/users/me/rewards" + query, token: user.token)
            expect(reply, 200)
            description.check(reply, to: "GET", "/v1/users/me/rewards")
            return reply.json["rewards"]?.array ?? []
        }

        func review(_ user: TestUser, _ id: String, _ decision: String) throws -> TestClient.Reply {
            let rewards = "/v1/admin/users/\(user.uid)/rewards"
            let reply = try client.send(
                "POST", "\(rewards)/\(id)/\(decision)", token: admin, ["reason": "looked at by hand"])
            description.check(reply, to: "POST", "/v1/admin/users/{uid}/rewards/{id}/\(decision)")
            return reply
        }

        func isBalanced() throws -> Bool {
            try client.get("/v1/admin/ledger/check", token: admin).json["balanced"] == true
        }
    }

    @Test func `a held reward is seen by whom it is for and by administrators, and is in no balance`()
        async throws
    {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            for (user, rule) in [(cast.anne, "level-5"), (cast.ben, "signup")] {
                let rewards = try cast.rewards(of: user)
                #expect(rewards.map { $0["rule"]?.string } == [rule])
                #expect(rewards.map { $0["status"]?.string } == ["held"])
                #expect(try cast.client.balance(token: user.token) == 0)
                #expect(try cast.rewards(of: user, "?status=paid") == [])
                let seen = try cast.client.get("/v1/admin/users/\(user.uid)/rewards", token: cast.admin)
                // Why it is held is for administrators alone.
                let withCodes = rewards.map { RulesTests.with(["codes": ["default_match"]], $0) }
                #expect(seen.json["rewards"]?.array == withCodes)
            }
            let first = try cast.client.get("/v1/admin/rewards?status=held&limit=1", token: cast.admin)
            #expect(first.json["rewards"]?[0]?["beneficiary"]?.string == cast.anne.uid)
            let cursor = try #require(first.json["next_cursor"]?.string)
            let rest = try cast.client.get(
                "/v1/admin/rewards?status=held&limit=1&cursor=\(cursor)", token: cast.admin)
            #expect(rest.json["rewards"]?[0]?["beneficiary"]?.string == cast.ben.uid)
            #expect(rest.json["next_cursor"] == .null)
            let paid = try cast.client.get("/v1/admin/rewards?status=paid", token: cast.admin)
            #expect(paid.json == ["rewards": [], "next_cursor": .null])
        }
    }

    @Test func `released, it is paid once, however often and in whatever way it is asked`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = try #require(try cast.rewards(of: cast.anne)[0]["id"]?.string)
            for _ in 0..<3 {
                let reply = try cast.review(cast.anne, id, "release")
                expect(reply, 200)
                #expect(reply.json["reward"]?["status"] == "paid")
            }
            let other = try cast.review(cast.anne, id, "void")
            expectProblem(other, 409, "reward-already-settled")
            #expect(other.json["reward_status"] == "paid")
            #expect(try cast.client.balance(token: cast.anne.token) == 50)
            let ledger = try cast.client.get("/v1/users/me/ledger", token: cast.anne.token)
            let entry = try #require(ledger.json["entries"]?[0])
            #expect(entry["id"]?.string == id && entry["kind"] == "grant" && entry["rule"] == "level-5")
            #expect(try cast.isBalanced())
            // The rule stays remembered, now as paid.
            let key = try await server.key(.server)
            let again = try cast.client.reachLevel(9, token: key, id: newID(), uid: cast.ben.uid)
            #expect(again.json["decisions"]?[1]?["outcome"] == "paid")
            #expect(try cast.client.balance(token: cast.anne.token) == 50)
            let audit = "SELECT action, uid FROM audit_entries WHERE action LIKE 'reward.%'"
            #expect(try server.database.psql(audit) == "reward.release|\(cast.anne.uid)")
        }
    }

    @Test func `without a reason nothing is released or voided, and the reason is in the audit`()
        async throws
    {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = try #require(try cast.rewards(of: cast.anne)[0]["id"]?.string)
            let rewards = "/v1/admin/users/\(cast.anne.uid)/rewards/"
            let path = rewards + "\(id)/release"
            for decision in ["release", "void"] {
                for (body, mistake) in [
                    (nil, "required"), ([:], "required"), (["reason": .null], "required"),
                    (["reason": ""], "too_short"), (["reason": " \t\u{a0}"], "too_short"),
                    (["reason": 7], "wrong_type"),
                ] as [(JSONValue?, String)] {
                    let reply = try cast.client.send(
                        "POST", rewards + "\(id)/\(decision)", token: cast.admin, body)
                    expectProblem(reply, 422, "validation", mistakes: ["/reason \(mistake)"])
                }
            }
            #expect(try cast.rewards(of: cast.anne)[0]["status"] == "held")
            expect(try cast.review(cast.anne, id, "release"), 200)
            let audit = "SELECT detail FROM audit_entries WHERE action = 'reward.release'"
            #expect(try server.database.psql(audit).hasSuffix(": looked at by hand"))
            // What a client's token or another scope lacks is said.
            let refused = try cast.client.send("POST", path, token: try await server.key(.read))
            expectProblem(refused, 403, "forbidden")
            let needed = "This is a key with the scope read. A key (sk_…) with the scope admin is needed."
            #expect(refused.json["detail"]?.string == needed)
        }
    }

    @Test func `voided, it is never paid`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = try #require(try cast.rewards(of: cast.ben)[0]["id"]?.string)
            for _ in 0..<2 {
                #expect(try cast.review(cast.ben, id, "void").json["reward"]?["status"] == "void")
            }
            expectProblem(try cast.review(cast.ben, id, "release"), 409, "reward-already-settled")
            #expect(try cast.client.balance(token: cast.ben.token) == 0)
            let standing = try cast.client.get(
                "/v1/admin/users/\(cast.ben.uid)/decisions", token: cast.admin)
            #expect(standing.json["standing"]?[0]?["outcome"] == "denied")
            #expect(try cast.isBalanced())
        }
    }

    @Test func `of releases and voids at once, one decides, and the ledger adds up`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = try #require(try cast.rewards(of: cast.anne)[0]["id"]?.string)
            let path = "/v1/admin/users/\(cast.anne.uid)/rewards/\(id)"
            let clients = try (0..<8).map { _ in try server.client }
            for (number, client) in clients.enumerated() {
                let decision = number % 2 == 0 ? "release" : "void"
                try client.post(
                    "POST", "\(path)/\(decision)", token: cast.admin, ["reason": "looked at by hand"])
            }
            let replies = try clients.map { try $0.reply() }
            let status = try #require(try cast.rewards(of: cast.anne)[0]["status"]?.string)
            for (number, reply) in replies.enumerated() {
                let isWinner = (number % 2 == 0 ? "paid" : "void") == status
                #expect(reply.status == (isWinner ? 200 : 409), "\(reply.text)")
            }
            let balance = try cast.client.balance(token: cast.anne.token)
            #expect(balance == (status == "paid" ? 50 : 0))
            #expect(try cast.isBalanced())
        }
    }

    @Test func `what is no reward of the user's is not found`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = try #require(try cast.rewards(of: cast.anne)[0]["id"]?.string)
            for (user, id) in [(cast.ben, id), (cast.anne, newID()), (cast.anne, "x")] {
                expectProblem(try cast.review(user, id, "release"), 404, "not-found")
            }
        }
    }
}

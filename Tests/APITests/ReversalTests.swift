import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Administrators take a paid reward back, once, or as much of it as is there.
struct ReversalTests {
    /// Anne was paid 50 for Ben.
    private struct Cast {
        let client: TestClient
        let anne: TestUser
        let admin: String
        let server: String
        let id: String
        let description: Description

        init(_ server: TestServer) async throws {
            client = try server.client
            anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            admin = try await server.key(.admin)
            self.server = try await server.key(.server)
            let rewards = try client.get("/v1/users/me/rewards", token: anne.token)
            id = try #require(rewards.json["rewards"]?[0]?["id"]?.string)
            description = try Description(client)
        }

        var path: String { "/v1/admin/users/\(anne.uid)/rewards/\(id)/reverse" }

        func reverse(_ shortfall: String? = nil, reason: JSONValue = "A ring") throws -> TestClient.Reply {
            var body = [JSONMember("reason", reason)]
            if let shortfall { body.append(JSONMember("shortfall", .string(shortfall))) }
            let reply = try client.send("POST", path, token: admin, .object(body))
            description.check(reply, to: "POST", "/v1/admin/users/{uid}/rewards/{id}/reverse")
            return reply
        }

        func expectBalanced() throws {
            let check = try client.get("/v1/admin/ledger/check", token: admin)
            #expect(check.json["balanced"] == true, "\(check.text)")
        }
    }

    @Test func `taken back, it is out of the balance, told everywhere, and taken once`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            for _ in 0..<3 {
                let reply = try cast.reverse()
                expect(reply, 200)
                #expect(reply.json["reward"]?["status"] == "reversed")
                #expect(reply.json["reward"]?["unrecovered"] == 0)
            }
            #expect(try cast.client.balance(token: cast.anne.token) == 0)
            let ledger = try cast.client.get("/v1/users/me/ledger", token: cast.anne.token)
            cast.description.check(ledger, to: "GET", "/v1/users/me/ledger")
            #expect(ledger.json["entries"]?.array?.count == 2)
            let entry = try #require(ledger.json["entries"]?[0])
            #expect(entry["kind"] == "reversal" && entry["amount"] == -50 && entry["balance_after"] == 0)
            #expect(entry["undoes"]?.string == cast.id && entry["rule"] == "level-5")
            #expect(entry["reason"] == "A ring")
            let listed = try cast.client.get("/v1/users/me/rewards?status=reversed", token: cast.anne.token)
            #expect(listed.json["rewards"]?[0]?["id"]?.string == cast.id)
            let user = try cast.client.get("/v1/admin/users/\(cast.anne.uid)", token: cast.admin)
            #expect(user.json["counts"]?["rewarded"] == 0)
            let audit = try server.database.psql(
                "SELECT action, before, after FROM audit_entries WHERE action LIKE 'reward.%'")
            #expect(audit == #"reward.reverse|{"status":"paid"}|{"status":"reversed"}"#)
            try cast.expectBalanced()
        }
    }

    @Test func `what a rule has given stays counted in its limits, tiers and budget when it is taken back`()
        async throws
    {
        try await TestServer.with { server in
            let (client, admin) = (try server.client, try await server.key(.admin))
            let rule = RulesInForceTests.rule(
                "limited",
                [
                    "pay": [
                        [
                            "to": "referrer", "currency": "pieces_of_eight",
                            "amount": ["tiers": [["from": 1, "amount": 10], ["from": 2, "amount": 15]]],
                        ]
                    ], "limits": ["per_beneficiary": 2, "budget": 25],
                ])
            try client.send("POST", RulesTests.path, token: admin, rule).required(201)
            let anne = try client.signUp()
            func bring() throws -> JSONValue? {
                let friend = try client.signUp(referredBy: anne.code)
                try client.reachLevel(3, token: friend.token, id: newID())
                return try client.get("/v1/admin/users/\(friend.uid)/decisions", token: admin)
                    .json["decisions"]?[0]?["decisions"]?.array?.first { $0["rule"] == "limited" }?["reason"]
            }
            #expect(try bring() == "deserved")
            let list = "/v1/admin/rewards?rule=limited"
            let first = try #require(
                try client.get(list, token: admin).json["rewards"]?[0]?["id"]?.string)
            try client.send(
                "POST", "/v1/admin/users/\(anne.uid)/rewards/\(first)/reverse", token: admin,
                ["reason": "A ring"]
            ).required(200)
            #expect(try bring() == "deserved")
            #expect(try client.balance(token: anne.token) == 15)
            #expect(try bring() == "limit_beneficiary")
            let check = try client.get("/v1/admin/ledger/check", token: admin)
            #expect(check.json["balanced"] == true, "\(check.text)")
        }
    }

    @Test func `each currency of a rule is taken back by itself`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (client, admin) = (try server.client, try await server.key(.admin))
            let rule = RulesInForceTests.rule(
                "both",
                [
                    "pay": [
                        ["to": "referrer", "currency": "pieces_of_eight", "amount": 10],
                        ["to": "referrer", "currency": "gems", "amount": 7],
                    ]
                ])
            try client.send("POST", RulesTests.path, token: admin, rule).required(201)
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(3, token: ben.token, id: newID())
            let rewards = try client.get("/v1/admin/rewards?rule=both", token: admin).json["rewards"]?.array
            let gems = try #require(rewards?.first { $0["currency"] == "gems" }?["id"]?.string)
            try client.send(
                "POST", "/v1/admin/users/\(anne.uid)/rewards/\(gems)/reverse", token: admin,
                ["reason": "A ring"]
            ).required(200)
            let balances = try client.get("/v1/users/me/balances", token: anne.token).json["balances"]
            #expect(balances == ["gems": 0, "pieces_of_eight": 10])
            // The other still stands for Ben.
            let user = try client.get("/v1/admin/users/\(anne.uid)", token: admin)
            #expect(user.json["counts"]?["rewarded"] == 1)
            let check = try client.get("/v1/admin/ledger/check", token: admin)
            #expect(check.json["balanced"] == true, "\(check.text)")
        }
    }

    @Test func `the rule pays nothing for the same player again`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            expect(try cast.reverse(), 200)
            let friends = try cast.client.get("/v1/users/me/referrals", token: cast.anne.token)
            let ben = try #require(friends.json["referrals"]?[0]?["uid"]?.string)
            try cast.client.reachLevel(9, token: cast.server, id: newID(), uid: ben)
            #expect(try cast.client.balance(token: cast.anne.token) == 0)
        }
    }

    @Test func `of what was spent nothing is taken, or what is there and the rest is told`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            try cast.client.move(20, .redemption, of: cast.anne.uid, key: cast.server)
            for shortfall in [nil, "refuse"] {
                let refused = try cast.reverse(shortfall)
                expectProblem(refused, 409, "insufficient-balance")
                #expect(refused.json["balance"] == 30)
            }
            #expect(try cast.client.balance(token: cast.anne.token) == 30)
            let taken = try cast.reverse("take_what_is_there")
            expect(taken, 200)
            #expect(taken.json["reward"]?["unrecovered"] == 20)
            #expect(try cast.client.balance(token: cast.anne.token) == 0)
            #expect(try cast.reverse("refuse").json == taken.json)
            try cast.expectBalanced()
        }
    }

    @Test func `where nothing is left, all is unrecovered and nothing is booked`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            try cast.client.move(50, .redemption, of: cast.anne.uid, key: cast.server)
            let taken = try cast.reverse("take_what_is_there")
            #expect(taken.json["reward"]?["unrecovered"] == 50)
            #expect(try server.database.psql("SELECT count(*) FROM ledger_entries") == "2")
            try cast.expectBalanced()
        }
    }

    @Test func `what isn't paid is not taken back, and a reason and a way are asked for`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            expectProblem(try cast.reverse("steal"), 422, "validation", mistakes: ["/shortfall invalid"])
            expectProblem(try cast.reverse(reason: " "), 422, "validation", mistakes: ["/reason too_short"])
            expectProblem(try cast.reverse(reason: .null), 422, "validation", mistakes: ["/reason required"])
            try server.database.tamper("UPDATE rewards SET status = 'held'")
            let held = try cast.reverse()
            expectProblem(held, 409, "reward-not-paid")
            #expect(held.json["reward_status"] == "held")
            let unknown = cast.path.replacing(cast.id, with: newID())
            let reply = try cast.client.send("POST", unknown, token: cast.admin, ["reason": "x"])
            expectProblem(reply, 404, "not-found")
        }
    }

    @Test func `of many at once one takes it back`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let clients = try (0..<8).map { _ in try server.client }
            for client in clients {
                try client.post("POST", cast.path, token: cast.admin, ["reason": "A ring"])
            }
            for client in clients { #expect(try client.reply().status == 200) }
            #expect(try cast.client.balance(token: cast.anne.token) == 0)
            #expect(try server.database.psql("SELECT count(*) FROM ledger_entries") == "2")
            #expect(
                try server.database.psql("SELECT count(*) FROM audit_entries WHERE action LIKE 'r%'") == "1")
            try cast.expectBalanced()
        }
    }

    @Test func `the check tells a reward whose status nobody booked`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            try server.database.tamper("UPDATE rewards SET status = 'reversed'")
            let check = try cast.client.get("/v1/admin/ledger/check", token: cast.admin)
            cast.description.check(check, to: "GET", "/v1/admin/ledger/check")
            #expect(check.json["balanced"] == false && check.json["unmatched_returns"] == 1)
        }
    }
}

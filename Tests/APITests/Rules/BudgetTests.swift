import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A budget of which parts are set apart for those who pay at once.
struct BudgetTests {
    private static let most: Int64 = 100_000

    private struct Stage {
        let servers: [TestServer]
        let (admin, key): (String, String)
        let referrer: TestUser

        var database: TestDatabase { servers[0].database }

        /// Friends of the referrer, each of whom brings 10 within the budget, pipelined to both servers.
        func bring(_ count: Int) throws {
            let clients = try (0..<6).map { try servers[$0 % 2].client }
            let friends = try (0..<count).map { _ in try clients[0].signUp(referredBy: referrer.code) }
            for (place, friend) in friends.enumerated() {
                try clients[place % 6].post(
                    "POST", "/v1/events", token: key,
                    TestClient.event(["type": "level_reached", "level": 3, "uid": .string(friend.uid)]))
            }
            for place in friends.indices { try clients[place % 6].reply().required(200) }
        }

        func set(budget: Int64, version: Int64) async throws {
            let members: [String: JSONValue] = [
                "limits": ["budget": .integer(budget)], "description": .string("the \(version + 1)th"),
            ]
            try servers[0].client.send(
                "PUT", "\(RulesTests.path)/pot", token: admin, headers: ["If-Match": "\"\(version)\""],
                RulesInForceTests.rule("pot", members)
            ).required(200)
            // Both have heard of it when what only the new version pays is paid by both.
            for server in servers { #expect(try await eventually { try knows(version + 1, server) }) }
        }

        private func knows(_ version: Int64, _ server: TestServer) throws -> Bool {
            let client = try server.client
            let probe = try client.signUp(referredBy: referrer.code)
            let reply = try client.reachLevel(1, token: key, id: newID(), uid: probe.uid)
            let decisions = reply.json["decisions"]?.array ?? []
            return decisions.contains { $0["rule"] == "pot" && $0["version"] == .integer(version) }
        }

        var paid: Int64 {
            get throws {
                Int64(
                    try database.psql("SELECT coalesce(sum(amount), 0) FROM rewards WHERE rule = 'pot'"))
                    ?? -1
            }
        }

        /// What is counted as spent and not set apart.
        var counted: Int64 {
            get throws {
                Int64(
                    try database.psql(
                        """
                        SELECT b.spent - coalesce((SELECT sum(s.remaining) FROM budget_shares AS s
                            WHERE s.rule = b.rule AND s.currency = b.currency), 0)
                        FROM rule_budgets AS b WHERE b.rule = 'pot'
                        """)) ?? -1
            }
        }

        var setApart: Int64 {
            get throws {
                Int64(try database.psql("SELECT coalesce(sum(remaining), 0) FROM budget_shares")) ?? -1
            }
        }
    }

    private func withStage(
        budget: Int64, _ body: (Stage) async throws -> Void
    ) async throws {
        try await TestServer.with(count: 2, prepare: { try $0.declare("gems") }) { servers in
            let (admin, key) = (try await servers[0].key(.admin), try await servers[0].key(.server))
            let client = try servers[0].client
            let rule = RulesInForceTests.rule("pot", ["limits": ["budget": .integer(budget)]])
            try client.send("POST", RulesTests.path, token: admin, rule).required(201)
            let referrer = try client.signUp()
            try await body(Stage(servers: servers, admin: admin, key: key, referrer: referrer))
        }
    }

    @Test func `what is set apart is part of the budget, also of one that is changed`() async throws {
        try await withStage(budget: Self.most) { stage in
            #expect(
                try await eventually {
                    try stage.bring(2)
                    return try stage.paid > 0
                })
            try stage.bring(30)
            let before = try stage.paid
            #expect(try stage.counted == before)
            #expect(try stage.setApart > Self.most / 4, "half of what is left")
            // All but five of what was set apart is worth nothing any more.
            try await stage.set(budget: before + 55, version: 1)
            try stage.bring(30)
            #expect(try (stage.paid, stage.counted) == (before + 50, before + 50))
            let denied = try stage.database.psql(
                "SELECT count(*) FROM events WHERE array_to_string(decisions, ' ') LIKE '%pot=denied=budget%'"
            )
            #expect(denied == "25")
            try await stage.set(budget: Self.most, version: 2)
            try stage.bring(30)
            #expect(try (stage.paid, stage.counted) == (before + 350, before + 350))
            #expect(try stage.setApart > Self.most / 4)
        }
    }

    @Test func `a list has what is left of each budget`() async throws {
        try await withStage(budget: 409) { stage in
            func budgets() throws -> JSONValue? {
                let caller = try DescribedClient(stage.servers[0])
                return try caller.send("GET", "/v1/admin/budgets", 200, token: stage.admin).json["budgets"]
            }
            var pot: JSONValue = [
                "rule": "pot", "state": "active", "currency": "gems", "amount": 409, "spent": 0, "left": 409,
            ]
            let before = try budgets()
            #expect(before == [pot])
            #expect(
                try await eventually {
                    try stage.bring(4)
                    return try stage.paid == 400
                })
            pot = [
                "rule": "pot", "state": "active", "currency": "gems", "amount": 409, "spent": 400, "left": 9,
            ]
            let after = try budgets()
            #expect(after == [pot])
        }
    }

    @Test func `all of it is paid, whatever was set apart for whom`() async throws {
        // Sixteen shares of which each does for one more reward.
        try await withStage(budget: 409) { stage in
            for _ in 0..<4 { try stage.bring(20) }
            #expect(
                try await eventually {
                    try stage.bring(4)
                    return try stage.paid == 400
                })
            try stage.bring(10)
            #expect(try (stage.paid, stage.counted, stage.setApart) == (400, 400, 0))
        }
    }
}

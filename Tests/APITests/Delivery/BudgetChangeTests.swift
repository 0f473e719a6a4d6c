import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `rule.budget_low` and `rule.budget_spent`: each is written once, by the grant that reaches the mark.
struct BudgetChangeTests {
    private static let types = "?types=rule.budget_low,rule.budget_spent"

    private struct Stage {
        let (here, there): (TestServer, TestServer)
        let feed: Feed
        let (admin, key): (String, String)
        let referrer: TestUser

        init(_ here: TestServer, _ there: TestServer, budget: Int64) async throws {
            (self.here, self.there) = (here, there)
            try here.database.declare("gems")
            feed = try await Feed(here)
            (admin, key) = (try await here.key(.admin), try await here.key(.server))
            let rule = RulesInForceTests.rule("pot", ["limits": ["budget": .integer(budget)]])
            try feed.client.send("POST", RulesTests.path, token: admin, rule).required(201)
            referrer = try feed.client.signUp()
            for server in [here, there] { #expect(try await eventually { try knows(version: 1, server) }) }
        }

        /// Level 1 pays nothing.
        private func knows(version: Int64, _ server: TestServer) throws -> Bool {
            let client = try server.client
            let probe = try client.signUp(referredBy: referrer.code)
            let reply = try client.reachLevel(1, token: key, id: newID(), uid: probe.uid)
            return reply.json["decisions"]?.array?.contains {
                $0["rule"] == "pot" && $0["version"] == .integer(version)
            } ?? false
        }

        /// Friends of the referrer in one batch of events. Each brings 10.
        func bringBatch(_ count: Int) throws {
            let events = try (0..<count).map { _ -> JSONValue in
                let friend = try feed.client.signUp(referredBy: referrer.code)
                return [
                    "id": .string(newID()), "type": "level_reached", "level": 3, "uid": .string(friend.uid),
                ]
            }
            let reply = try feed.client.send(
                "POST", "/v1/events/batch", token: key, ["events": .array(events)])
            let statuses = events.indices.map { reply.json["results"]?[$0]?["status"]?.integer }
            #expect(statuses == Array(repeating: 200, count: count))
        }

        /// The same at once, pipelined to both servers.
        func bring(_ count: Int) throws {
            let clients = try (0..<6).map { try ($0 % 2 == 0 ? here : there).client }
            let friends = try (0..<count).map { _ in try clients[0].signUp(referredBy: referrer.code) }
            for (place, friend) in friends.enumerated() {
                try clients[place % 6].post(
                    "POST", "/v1/events", token: key,
                    TestClient.event(["type": "level_reached", "level": 3, "uid": .string(friend.uid)]))
            }
            for place in friends.indices { try clients[place % 6].reply().required(200) }
        }

        func set(budget: Int64, version: Int64) async throws {
            let rule = RulesInForceTests.rule("pot", ["limits": ["budget": .integer(budget)]])
            try feed.client.send(
                "PUT", "\(RulesTests.path)/pot", token: admin, headers: ["If-Match": "\"\(version)\""], rule
            ).required(200)
            for server in [here, there] {
                #expect(try await eventually { try knows(version: version + 1, server) })
            }
        }

        /// Such as `low 80/100`.
        func marks() async throws -> [String] {
            try await feed.changes(BudgetChangeTests.types).map { change in
                #expect(change["subject"] == .null && change["sequence"] == .null)
                let data = change["data"]
                #expect(data?["rule"] == "pot" && data?["currency"] == "gems")
                let mark = change["type"] == "rule.budget_low" ? "low" : "spent"
                return "\(mark) \(data?["spent"]?.integer ?? -1)/\(data?["budget"]?.integer ?? -1)"
            }
        }

        /// What was spent before the transaction that wrote the only change of this type.
        func spentBefore(_ type: String) throws -> Int64? {
            Int64(
                try here.database.psql(
                    """
                    SELECT (c.payload ->> 'spent')::bigint - sum(r.amount)
                    FROM changes AS c JOIN rewards AS r ON r.xmin = c.xmin AND r.rule = 'pot'
                    WHERE c.type = '\(type)' GROUP BY c.id, c.payload ->> 'spent'
                    """))
        }
    }

    private func withStage(budget: Int64, _ body: (Stage) async throws -> Void) async throws {
        try await TestServer.with(Feed.on) { here in
            let there = try await TestServer.start(on: here.database, Feed.on)
            let result: Result<Void, any Error>
            do {
                result = .success(try await body(try await Stage(here, there, budget: budget)))
            } catch {
                result = .failure(error)
            }
            await there.stop()
            try result.get()
        }
    }

    @Test func `each comes once, from the transaction that reaches it, however many pay at once`()
        async throws
    {
        try await withStage(budget: 3_000) { stage in
            try stage.bring(100)
            let striped = try stage.here.database.psql("SELECT sum(remaining) > 0 FROM budget_shares")
            #expect(striped == "t", "others pay from stripes")
            #expect(try await stage.marks().isEmpty)
            for _ in 0..<3 { try stage.bring(80) }
            #expect(
                try stage.here.database.psql("SELECT sum(amount) FROM rewards WHERE rule = 'pot'") == "3000")
            let marks = try await stage.marks()
            // One transaction may pay for several friends.
            let low = try #require(marks.first?.split { !$0.isNumber }.first.flatMap { Int64($0) })
            #expect(marks == ["low \(low)/3000", "spent 3000/3000"] && low >= 2_400)
            // On Citus the rewards' transactions are those of other nodes.
            guard !TestEngine.isCitus else { return }
            #expect(try #require(try stage.spentBefore("rule.budget_low")) < 2_400)
            #expect(try #require(try stage.spentBefore("rule.budget_spent")) < 3_000)
        }
    }

    @Test func `what is set apart ends below the mark, however much is left`() async throws {
        try await withStage(budget: 20_000) { stage in
            try stage.bringBatch(1)
            _ = try stage.here.database.psql(
                "DELETE FROM budget_shares; UPDATE rule_budgets SET spent = 15900 WHERE rule = 'pot'")
            for _ in 0..<10 { try stage.bringBatch(1) }
            #expect(try await stage.marks() == ["low 16000/20000"])
        }
    }

    @Test func `grants of one batch reach both, and later refusals neither again`() async throws {
        try await withStage(budget: 105) { stage in
            try stage.bringBatch(7)
            #expect(try await stage.marks().isEmpty)
            // The rest of five is less than any reward.
            try stage.bringBatch(5)
            let marks = try await stage.marks()
            // On Citus a batch is a transaction for each shard, and an earlier one may reach the first mark.
            let low = TestEngine.isCitus ? ["low 90/105", "low 100/105"] : ["low 100/105"]
            #expect(marks.count == 2 && low.contains(marks[0]) && marks[1] == "spent 100/105", "\(marks)")
            try stage.bringBatch(3)
            try stage.bring(6)
            #expect(try await stage.marks().count == 2)
        }
    }

    @Test func `a reversed reward stays counted, and another budget has marks of its own`() async throws {
        try await withStage(budget: 100) { stage in
            try stage.bringBatch(8)
            #expect(try await stage.marks() == ["low 80/100"])
            let client = stage.feed.client
            let rewards = try client.get("/v1/users/me/rewards", token: stage.referrer.token)
            let id = try #require(rewards.json["rewards"]?[0]?["id"]?.string)
            try client.send(
                "POST", "/v1/admin/users/\(stage.referrer.uid)/rewards/\(id)/reverse", token: stage.admin,
                ["reason": "A ring"]
            ).required(200)
            try stage.bringBatch(1)
            #expect(try await stage.marks() == ["low 80/100"])
            try await stage.set(budget: 200, version: 1)
            try stage.bringBatch(6)
            #expect(try await stage.marks() == ["low 80/100"])
            try stage.bringBatch(1)
            #expect(try await stage.marks() == ["low 80/100", "low 160/200"])
            // Less than is spent already: the first decision finds it, also if it refuses.
            try await stage.set(budget: 150, version: 2)
            try stage.bringBatch(2)
            try stage.bringBatch(1)
            #expect(
                try await stage.marks() == ["low 80/100", "low 160/200", "low 160/150", "spent 160/150"])
        }
    }

    @Test func `without a listener none is written, and the budget is paid the same`() async throws {
        try await TestServer.with { server in
            let stage = try await Stage(server, server, budget: 100)
            try stage.bringBatch(9)
            try stage.bringBatch(2)
            let database = server.database
            #expect(try database.psql("SELECT sum(amount) FROM rewards WHERE rule = 'pot'") == "100")
            #expect(try database.psql("SELECT count(*) FROM changes WHERE type LIKE 'rule.budget%'") == "0")
        }
    }
}

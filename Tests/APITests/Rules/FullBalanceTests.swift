import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Amounts that no balance holds: whatever a rule says, what happened is recorded, and the rest is paid.
struct FullBalanceTests {
    /// All there may be to whoever brought the player, and something to the player.
    private static let rule = RulesInForceTests.rule(
        "all",
        [
            "pay": [
                ["to": "referrer", "currency": "gems", "amount": .integer(.max)],
                ["to": "referee", "currency": "gems", "amount": 5],
            ]
        ])

    private static let rewards = """
        SELECT string_agg(role || ' ' || status || ' ' || amount, ', ' ORDER BY role, status) FROM rewards
        """

    @Test func `what would pass 64 bits is denied, and events are recorded all the same`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (client, admin) = (try server.client, try await server.key(.admin))
            let key = try await server.key(.server)
            try client.send("POST", RulesTests.path, token: admin, Self.rule).required(201)
            let anne = try client.signUp()
            let friends = try (0..<4).map { _ in try client.signUp(referredBy: anne.code) }
            func reach(_ friend: TestUser) throws -> JSONValue {
                try client.reachLevel(3, token: key, id: newID(), uid: friend.uid).required(200).json
            }
            #expect(try reach(friends[0])["rewards"]?.array?.count == 2)
            let second = try reach(friends[1])
            let denied = second["decisions"]?.array?.filter { $0["outcome"] == "denied" }
            #expect(denied?.map { $0["reason"] } == ["balance_full"])
            #expect(second["user"]?["level"] == 3 && second["rewards"]?[0]?["role"] == "referee")
            // Together, as one batch.
            let events = friends[2...].map { friend in
                TestClient.event(["type": "level_reached", "level": 3, "uid": .string(friend.uid)])
            }
            let batch = try client.send(
                "POST", "/v1/events/batch", token: key, ["events": .array(Array(events))]
            ).required(200).json
            #expect(batch["results"]?.array?.map { $0["status"] } == [200, 200])
            let one = "referrer paid \(Int64.max)"
            let own = Array(repeating: "referee paid 5", count: 4).joined(separator: ", ")
            #expect(try server.database.psql(Self.rewards) == "\(own), \(one)")
            #expect(try client.get("/v1/admin/ledger/check", token: admin).json["balanced"] == true)
            // It is for good, and told.
            let path = "/v1/admin/users/\(anne.uid)/explanation"
            let told = try client.get(path, token: admin).json["as_referrer"]?[0]?["rules"]?.array
            let all = told?.first { $0["rule"] == "all" }
            #expect(all?["codes"] == ["balance_full"] && all?["outcome"] == "denied")
        }
    }

    @Test func `a backfill goes on behind it`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (client, admin) = (try server.client, try await server.key(.admin))
            let anne = try client.signUp()
            for _ in 0..<3 {
                let friend = try client.signUp(referredBy: anne.code)
                try client.reachLevel(3, token: friend.token, id: newID()).required(200)
            }
            try client.send("POST", RulesTests.path, token: admin, Self.rule).required(201)
            let started = try client.send("POST", RulesTests.path + "/all/backfill", token: admin)
            let job = try await TrialTests.result(of: started, client, admin)
            #expect(job["state"] == "done" && job["result"]?["rewards"] == 4, "\(job)")
            #expect(job["result"]?["denied"]?[0]?["code"] == "balance_full")
        }
    }

    @Test func `what waited and finds no room is left to an administrator, and is in nobody's way`()
        async throws
    {
        try await TestServer.withMovableClock(prepare: { try $0.declare("gems") }) { server in
            let (client, admin) = (try server.client, try await server.key(.admin))
            let waiting = RulesTests.with(["hold": ["hours": 1]], Self.rule)
            try client.send("POST", RulesTests.path, token: admin, waiting).required(201)
            let anne = try client.signUp()
            for _ in 0..<3 {
                let friend = try client.signUp(referredBy: anne.code)
                try client.reachLevel(3, token: friend.token, id: newID()).required(200)
            }
            try server.database.moveClock(by: "2 hours")
            let sums = """
                SELECT role, count(*), bool_and(status = 'held' AND release_at IS NULL AND codes = '') FROM rewards
                WHERE status = 'paid' OR release_at IS NULL GROUP BY role, status ORDER BY role, status
                """
            let isLeft = try await eventually {
                try server.database.psql(sums) == "referee|3|f\nreferrer|2|t\nreferrer|1|f"
            }
            #expect(isLeft)
            let reviews = try client.get("/v1/admin/reviews", token: admin).json["reviews"]?.array
            #expect(reviews?.count == 2)
        }
    }
}

import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A rule that pays what it owes to players to whom nothing happens.
struct BackfillTests {
    private static let path = "/v1/admin/rules/{name}/backfill"

    private func filledIn(
        _ name: String, _ caller: DescribedClient, _ admin: String
    ) async throws -> JSONValue {
        let started = try caller.send("POST", Self.path, 202, values: ["name": name], token: admin)
        let job = try await TrialTests.result(of: started, caller.client, admin)
        #expect(job["kind"] == "backfill" && job["rule"]?.string == name && job["state"] == "done", "\(job)")
        return job["result"] ?? .null
    }

    /// Friends of each who reached level 3 before the rule was there.
    private func bring(_ count: Int, to referrers: [TestUser], _ client: TestClient) throws {
        for number in 0..<count {
            let friend = try client.signUp(referredBy: referrers[number % referrers.count].code)
            try client.reachLevel(3, token: friend.token, id: newID())
        }
    }

    private func given(_ rule: String, _ database: TestDatabase) throws -> String {
        try database.psql(
            """
            SELECT count(*), count(*) FILTER (WHERE status = 'held'), coalesce(sum(amount), 0),
                coalesce(min(rule_version), 0) FROM rewards WHERE rule = '\(rule)'
            """)
    }

    @Test func `pays each once, remembers it, and the next has nothing left`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (caller, admin) = (try DescribedClient(server), try await server.key(.admin))
            let client = caller.client
            let anne = try client.signUp()
            try bring(5, to: [anne], client)
            let rules: [(String, [String: JSONValue])] = [("all", [:]), ("held", ["hold": ["hours": 48]])]
            for (name, members) in rules {
                let rule = RulesInForceTests.rule(name, members)
                try client.send("POST", RulesTests.path, token: admin, rule).required(201)
            }
            let result = try await filledIn("all", caller, admin)
            #expect(result["rewards"] == 5 && result["beneficiaries"] == 1)
            #expect(
                result["largest"] == [
                    ["uid": .string(anne.uid), "currency": "gems", "rewards": 5, "amount": 50]
                ])
            #expect(
                result["difference"]?[0] == [
                    "currency": "gems", "trial": ["rewards": 5, "amount": 50],
                    "active": ["rewards": 0, "amount": 0], "both": 0,
                ])
            #expect(try given("all", server.database) == "5|0|50|1")
            #expect(try await filledIn("all", caller, admin)["rewards"] == 0)
            _ = try await filledIn("held", caller, admin)
            #expect(try given("held", server.database) == "5|5|50|1")
            let memories = "SELECT count(*) FROM users WHERE settled_rules @> '{all=paid,held=held}'"
            #expect(try server.database.psql(memories) == "5")
            // Nor do events pay again.
            try bring(1, to: [anne], client)
            #expect(try await filledIn("all", caller, admin)["rewards"] == 0)
            #expect(try given("all", server.database) == "6|0|60|1")
            #expect(try client.get("/v1/admin/ledger/check", token: admin).json["balanced"] == true)
            let audit = "SELECT count(*) FROM audit_entries WHERE action = 'rule.backfill'"
            #expect(try server.database.psql(audit) == "4")
        }
    }

    @Test func `stays within limits, and denies for good what would pass one`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (caller, admin) = (try DescribedClient(server), try await server.key(.admin))
            let referrers = try (0..<2).map { _ in try caller.client.signUp() }
            try bring(12, to: referrers, caller.client)
            let rules: [(String, [String: JSONValue])] = [
                ("few", ["limits": ["per_beneficiary": 4]]), ("pot", ["limits": ["budget": 75]]),
            ]
            for (name, members) in rules {
                let rule = RulesInForceTests.rule(name, members)
                try caller.client.send("POST", RulesTests.path, token: admin, rule).required(201)
            }
            let few = try await filledIn("few", caller, admin)
            #expect(few["rewards"] == 8)
            #expect(few["denied"] == [["code": "limit_beneficiary", "currency": "gems", "rewards": 4]])
            #expect(try await filledIn("pot", caller, admin)["rewards"] == 7)
            #expect(try given("pot", server.database) == "7|0|70|1")
            let denied = "SELECT count(*) FROM users WHERE 'pot=denied' = ANY (settled_rules)"
            #expect(try server.database.psql(denied) == "5")
            #expect(try await filledIn("pot", caller, admin)["rewards"] == 0)
        }
    }

    @Test func `is for rules in force alone`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (caller, admin) = (try DescribedClient(server), try await server.key(.admin))
            try caller.send("POST", Self.path, 404, values: ["name": "none"], token: admin)
            try caller.client.send("POST", RulesTests.path + "/level-5/pause", token: admin).required(200)
            let paused = try caller.send("POST", Self.path, 409, values: ["name": "level-5"], token: admin)
            #expect(paused.problem == "rule-state" && paused.json["rule_state"] == "paused")
        }
    }

    @Test func `one whose process is gone is gone on with by another within 30 s`() async throws {
        try await TestServer.withMovableClock(prepare: { try $0.declare("gems") }) { server in
            try await takeOver(server)
        }
    }

    private func takeOver(_ server: TestServer) async throws {
        let (client, admin) = (try server.client, try await server.key(.admin))
        let anne = try client.signUp()
        try bring(4, to: [anne], client)
        let rule = RulesInForceTests.rule("all")
        try client.send("POST", RulesTests.path, token: admin, rule).required(201)
        let id = newID()
        // As a process leaves it that was killed when it had done with two, and had paid the first.
        try server.database.psql(
            """
            INSERT INTO jobs (id, kind, state, name, version, terms, made_at, made_by, turn, leased_until,
                done_uid, tally)
            SELECT '\(id)', 'backfill', 'running', name, version, terms, now(), 'another', 1, now() + interval '50 s',
                (SELECT uid FROM users WHERE referred_by IS NOT NULL ORDER BY uid OFFSET 1 LIMIT 1),
                '{"by_day": [{"day": "2024-10-04", "currency": "gems", "rewards": 1, "amount": 10}]}'
            FROM rule_versions WHERE name = 'all'
            """)
        #expect(try given("all", server.database) == "0|0|0|0")
        try server.database.moveClock(by: "1 min")
        #expect(try await eventually { try given("all", server.database) == "2|0|20|1" })
        let over = try await eventually {
            let trial = try client.get("\(TrialTests.path)/\(id)", token: admin).json["trial"]
            return trial?["state"] == "done" ? trial : nil
        }
        #expect(
            over?["result"]?["rewards"] == 3, "what was given before is kept: \(String(describing: over))")
    }
}

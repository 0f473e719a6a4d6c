import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A rule tried on what was recorded: what it would have given, and nobody gets it.
struct TrialTests {
    static let path = "/v1/admin/trials"

    /// A trial or a backfill, once it is over.
    static func result(
        of started: TestClient.Reply, _ client: TestClient, _ admin: String
    ) async throws -> JSONValue {
        let id = started.json["trial"]?["id"]?.string ?? ""
        let over = try await eventually { () throws -> JSONValue? in
            let trial = try client.get("\(path)/\(id)", token: admin).required(200).json["trial"]
            return ["done", "failed"].contains(trial?["state"]?.string) ? trial : nil
        }
        return try #require(over)
    }

    static func tried(
        _ rule: JSONValue, _ caller: DescribedClient, _ admin: String, _ members: [String: JSONValue] = [:]
    ) async throws -> JSONValue {
        let body = RulesTests.with(members, ["rule": rule])
        let started = try caller.send("POST", path, 202, token: admin, body)
        #expect(started[header: "location"]?.hasPrefix(path + "/") == true)
        let trial = try await result(of: started, caller.client, admin)
        #expect(trial["state"] == "done" && trial["progress"] == .number(1), "\(trial)")
        return trial["result"] ?? .null
    }

    static func withAdmin(
        _ body: (TestServer, DescribedClient, _ admin: String) async throws -> Void
    ) async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            try await body(server, try DescribedClient(server), try await server.key(.admin))
        }
    }

    private func bring(
        _ count: Int, to referrer: TestUser, _ client: TestClient, confidence: String? = nil
    ) throws {
        for _ in 0..<count {
            let friend = try client.signUp(referredBy: referrer.code, confidence: confidence)
            try client.reachLevel(3, token: friend.token, id: newID())
            try client.reachLevel(5, token: friend.token, id: newID())
        }
    }

    static func level5(_ members: [String: JSONValue]) -> JSONValue {
        RulesTests.with(
            members,
            [
                "name": "level-5", "when": [["fact": "highest_level", "at_least": 5]],
                "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 80]],
            ])
    }

    static func sums(_ rewards: Int64, _ amount: Int64) -> JSONValue {
        ["rewards": .integer(rewards), "amount": .integer(amount)]
    }

    @Test func `tells what a change would have given beside what the rule gave, and pays nothing`()
        async throws
    {
        try await wellWithinADay()
        try await Self.withAdmin { server, caller, admin in
            let (anne, carl) = (try caller.client.signUp(), try caller.client.signUp())
            try bring(3, to: anne, caller.client)
            try bring(1, to: carl, caller.client)
            try bring(2, to: carl, caller.client, confidence: "default")
            try bring(1, to: carl, caller.client, confidence: "weak")
            let books = "SELECT (SELECT count(*) FROM ledger_entries), (SELECT count(*) FROM rewards)"
            let before = try server.database.psql(books)
            let result = try await Self.tried(Self.level5([:]), caller, admin)
            #expect(result["rewards"] == 6 && result["beneficiaries"] == 2)
            let day = try server.database.psql("SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')")
            #expect(
                result["by_day"] == [
                    [
                        "day": .string(day), "currency": "pieces_of_eight", "rewards": 6, "amount": 480,
                    ]
                ])
            let largest = result["largest"]?.array ?? []
            #expect(Set(largest.compactMap { $0["uid"]?.string }) == [anne.uid, carl.uid])
            #expect(largest.map { $0["amount"] } == [240, 240])
            #expect(
                result["held"] == [
                    [
                        "code": "default_match", "currency": "pieces_of_eight", "rewards": 2, "amount": 160,
                    ]
                ])
            #expect(
                result["denied"] == [["code": "weak_match", "currency": "pieces_of_eight", "rewards": 1]])
            #expect(
                result["difference"] == [
                    [
                        "currency": "pieces_of_eight", "trial": Self.sums(6, 480),
                        "active": Self.sums(6, 300), "both": 6,
                    ]
                ])
            #expect(try server.database.psql(books) == before)
            let kept = "SELECT (SELECT count(*) FROM trial_rewards) + (SELECT count(*) FROM trial_sums)"
            #expect(try await eventually { try server.database.psql(kept) == "0" })
            #expect(
                try server.database.psql("SELECT action FROM audit_entries WHERE action LIKE 'rule%'")
                    == "rule.trial")
        }
    }

    @Test func `what events came to in their order, a trial under another name comes to`() async throws {
        try await wellWithinADay()
        try await Self.withAdmin { server, caller, admin in
            let client = caller.client
            let tiers: JSONValue = ["tiers": [["from": 1, "amount": 7], ["from": 3, "amount": 9]]]
            let rules: [JSONValue] = [
                Self.level5([
                    "name": "few", "limits": ["per_beneficiary": 2], "hold": ["hours": 48],
                ]),
                Self.level5(["name": "day", "limits": ["per_beneficiary_per_day": 3]]),
                Self.level5([
                    "name": "steps", "limits": ["budget": 50],
                    "pay": [
                        ["to": "referrer", "currency": "gems", "amount": tiers],
                        ["to": "referee", "currency": "gems", "amount": 4],
                    ],
                ]),
            ]
            for rule in rules {
                try client.send(
                    "POST", RulesTests.path, token: admin, RulesTests.with(["state": "active"], rule)
                )
                .required(201)
            }
            let referrers = try (0..<2).map { _ in try client.signUp() }
            try await Self.inForce(["few", "day", "steps"], client, try await server.key(.server))
            for _ in 0..<4 { for referrer in referrers { try bring(1, to: referrer, client) } }
            for rule in rules {
                let name = rule["name"]?.string ?? ""
                let result = try await Self.tried(
                    RulesTests.with(["name": .string("draft-of-" + name)], rule), caller, admin)
                let given = try server.database.psql(
                    "SELECT count(*), sum(amount), count(DISTINCT uid) FROM rewards WHERE rule = '\(name)'")
                let difference = result["difference"]?[0]?["trial"]
                let tried = [difference?["rewards"], difference?["amount"], result["beneficiaries"]]
                #expect(
                    tried.map { "\($0?.integer ?? 0)" }.joined(separator: "|") == given, "\(name): \(result)")
                let most = try server.database.psql(
                    """
                    SELECT sum(amount) FROM rewards WHERE rule = '\(name)' GROUP BY uid ORDER BY 1 DESC
                        LIMIT 20
                    """)
                let largest = result["largest"]?.array ?? []
                #expect(largest.map { "\($0["amount"]?.integer ?? 0)" }.joined(separator: "\n") == most)
                // Under its own name it gives the same to the same.
                let again = try await Self.tried(rule, caller, admin)
                #expect(again["difference"]?[0]?["both"] == difference?["rewards"], "\(name): \(again)")
            }
        }
    }

    /// Waits until the loop that `client` is on goes by rules of these names.
    static func inForce(_ names: [String], _ client: TestClient, _ key: String) async throws {
        let probe = try client.signUp()
        let isKnown = try await eventually {
            let reply = try client.reachLevel(1, token: key, id: newID(), uid: probe.uid)
            let known = reply.json["decisions"]?.array?.compactMap { $0["rule"]?.string } ?? []
            return names.allSatisfy(known.contains)
        }
        #expect(isKnown)
    }

    @Test func `waits for a vacuum of what the one before has left`() async throws {
        try await Self.withAdmin { server, caller, admin in
            let database = server.database
            async let vacuum = onLoop { _ in
                try database.psql(
                    """
                    BEGIN; LOCK TABLE trial_sums IN SHARE UPDATE EXCLUSIVE MODE; SELECT pg_sleep(5); COMMIT
                    """)
            }
            let isHeld = try await eventually {
                try database.psql(
                    "SELECT count(*) FROM pg_locks WHERE relation = 'trial_sums'::regclass") == "1"
            }
            #expect(isHeld)
            #expect(try await Self.tried(Self.level5([:]), caller, admin)["rewards"] == 0)
            _ = try await vacuum
        }
    }

    @Test func `replays the facts of the time that is asked for`() async throws {
        try await Self.withAdmin { server, caller, admin in
            let anne = try caller.client.signUp()
            try bring(2, to: anne, caller.client)
            // The service's clock may differ from PostgreSQL's by as long as an answer took.
            for (table, time) in ["users": "created_at", "events": "received_at", "rewards": "granted_at"] {
                try server.database.tamper(table, set: "\(time) = \(time) - interval '2 hours'")
            }
            let between = try server.database.psql(
                """
                SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC' - interval '1 hour', \
                'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                """)
            try bring(1, to: anne, caller.client)
            let earlier = try await Self.tried(Self.level5([:]), caller, admin, ["until": .string(between)])
            #expect(earlier["rewards"] == 2 && earlier["difference"]?[0]?["active"] == Self.sums(2, 100))
            let later = try await Self.tried(Self.level5([:]), caller, admin, ["from": .string(between)])
            #expect(later["rewards"] == 1 && later["difference"]?[0]?["active"] == Self.sums(1, 50))
            // Those who came before it would have been in force aren't new.
            let new = Self.level5(["players": "new"])
            #expect(try await Self.tried(new, caller, admin, ["from": .string(between)])["rewards"] == 1)
            let none = Self.level5(["name": "other", "when": [["milestone": "never"]]])
            let empty = try await Self.tried(none, caller, admin)
            #expect(empty["rewards"] == 0 && empty["difference"] == [] && empty["beneficiaries"] == 0)
        }
    }

    @Test func `what makes no sense is refused, with a pointer to each mistake`() async throws {
        try await Self.withAdmin { server, caller, admin in
            let time: JSONValue = "2026-11-01T00:00:00Z"
            let wrong: [(JSONValue, [String])] = [
                ([:], ["/rule required"]),
                (["rule": []], ["/rule wrong_type"]),
                (["rule": Self.level5(["name": .null])], ["/rule/name required"]),
                (["rule": Self.level5(["when": []])], ["/rule/when too_short"]),
                (["rule": Self.level5(["limits": ["budget": 1]])], ["/rule/limits/budget out_of_range"]),
                (["rule": Self.level5([:]), "form": time], ["/form unknown_field"]),
                (
                    ["rule": Self.level5([:]), "from": time, "until": time], ["/until out_of_range"]
                ),
            ]
            for (body, mistakes) in wrong {
                let reply = try caller.send("POST", Self.path, 422, token: admin, body)
                #expect(reply.mistakes == mistakes)
            }
            let rum: JSONValue = [["to": "referrer", "currency": "pieces_of_eihgt", "amount": 80]]
            let unknown = try caller.send(
                "POST", Self.path, 422, token: admin, ["rule": Self.level5(["pay": rum])])
            #expect(unknown.problem == "unknown-currency" && unknown.json["nearest"] == "pieces_of_eight")
            #expect(unknown.json["currency"] == "pieces_of_eihgt")
            #expect(try server.database.psql("SELECT count(*) FROM jobs") == "0")
            for id in [newID(), "x"] {
                expectProblem(
                    try caller.client.get("\(Self.path)/\(id)", token: admin), 404, "not-found")
            }
        }
    }

    @Test
    func `a rule whose only condition is a referrer counts players without events, too`()
        async throws
    {
        try await Self.withAdmin { _, caller, admin in
            let anne = try caller.client.signUp()
            try bring(1, to: anne, caller.client)
            for _ in 0..<2 { _ = try caller.client.signUp(referredBy: anne.code) }
            let brought = Self.level5(["name": "brought", "when": [["referred": true]]])
            let result = try await Self.tried(brought, caller, admin)
            #expect(result["rewards"] == 3 && result["largest"]?[0]?["amount"] == 240)
            #expect(
                try await Self.tried(brought, caller, admin, ["from": "2100-01-01T00:00:00Z"])["rewards"] == 0
            )
        }
    }

    @Test func `there is one at a time, and one whose process is gone has failed within 30 s`() async throws {
        try await TestServer.withMovableClock { server in
            try await interrupt(server, try DescribedClient(server), try await server.key(.admin))
        }
    }

    /// As another process leaves it that was killed under a trial.
    private func interrupt(_ server: TestServer, _ caller: DescribedClient, _ admin: String) async throws {
        let id = newID()
        try server.database.psql(
            """
            INSERT INTO jobs (id, kind, state, name, version, terms, made_at, made_by, turn, leased_until)
            SELECT '\(id)', 'trial', 'running', name, version, terms, now(), 'another', 1,
                now() + interval '50 s'
            FROM rule_versions WHERE name = 'level-5'
            """)
        let body: JSONValue = ["rule": Self.level5([:])]
        let refused = try caller.send("POST", Self.path, 409, token: admin, body)
        #expect(refused.problem == "trial-under-way" && refused.json["trial"]?.string == id)
        try caller.send(
            "POST", "/v1/admin/rules/{name}/backfill", 409, values: ["name": "level-5"], token: admin)
        let one = try caller.send(
            "GET", Self.path + "/{id}", 200, values: ["id": id], token: admin)
        #expect(one.json["trial"]?["state"] == "running" && one.json["trial"]?["result"] == .null)
        try server.database.moveClock(by: "1 min")
        let over = try await Self.result(of: one, caller.client, admin)
        #expect(over["state"] == "failed" && over["reason"] == "interrupted" && over["result"] == .null)
        _ = try await Self.tried(Self.level5([:]), caller, admin)
    }
}

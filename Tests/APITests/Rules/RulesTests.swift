import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Rules over HTTP: made, read, changed, paused and ended, each with its trace.
struct RulesTests {
    static let path = "/v1/admin/rules"

    static let tutorial: JSONValue = [
        "name": "tutorial", "description": "Finished the tutorial",
        "when": [["milestone": "tutorial_completed"], ["referred": true]],
        "pay": [["to": "referee", "currency": "gems", "amount": 100]], "state": "active",
    ]

    /// `rule` with other members.
    static func with(_ members: [String: JSONValue], _ rule: JSONValue = tutorial) -> JSONValue {
        guard case .object(let old) = rule else { return rule }
        return .object(
            old.filter { members[$0.name] == nil }
                + members.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) })
    }

    private func withAdmin(
        _ body: (TestServer, DescribedClient, _ admin: String) async throws -> Void
    ) async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            try await body(server, try DescribedClient(server), try await server.key(.admin))
        }
    }

    @Test func `a new installation's two rules are rows like all others`() async throws {
        try await withAdmin { _, caller, admin in
            let list = try caller.send("GET", Self.path, 200, token: admin)
            #expect(list.json["rules"]?.array?.map { $0["name"] } == ["signup", "level-5"])
            #expect(
                list.json["rules"]?[1] == [
                    "name": "level-5", "description": "A friend reached level 5",
                    "when": [["fact": "highest_level", "at_least": 5]],
                    "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]],
                    "players": "all", "from": .null, "until": .null,
                    "limits": ["per_beneficiary": .null, "per_beneficiary_per_day": .null, "budget": .null],
                    "hold": ["hours": 0], "state": "active", "version": 1, "source": "data",
                ])
            let first = try caller.send("GET", Self.path, 200, query: "?limit=1", token: admin)
            #expect(first.json["next_cursor"] == "signup")
            let none = try caller.send("GET", Self.path, 422, query: "?cursor=none", token: admin)
            expectProblem(none, 422, "validation", mistakes: ["/cursor invalid"])
            let rest = try caller.send("GET", Self.path, 200, query: "?cursor=signup", token: admin)
            #expect(rest.json["rules"]?.array?.map { $0["name"] } == ["level-5"])
            #expect(rest.json["next_cursor"] == .null)
            try caller.client.get(Self.path + "/none", token: admin).required(404)
        }
    }

    @Test func `a rule that is made is in force, and comes back as it was written`() async throws {
        try await withAdmin { server, caller, admin in
            let made = try caller.send("POST", Self.path, 201, token: admin, Self.tutorial)
            #expect(made[header: "etag"] == "\"1\"")
            #expect(made[header: "location"] == Self.path + "/tutorial")
            let one = Self.path + "/tutorial"
            let rule = try caller.client.get(one, token: admin).required(200)
            #expect(rule.json == made.json && rule.json["rule"]?["state"] == "active")
            // As it was read it can be sent back, and changes nothing.
            let same = try caller.client.send(
                "PUT", one, token: admin, headers: ["If-Match": "\"1\""], rule.json["rule"])
            #expect(same.status == 200 && same.json == rule.json)
            let (client, key) = (caller.client, try await server.key(.server))
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            let reply = try client.send(
                "POST", "/v1/events", token: key,
                TestClient.event([
                    "type": "milestone_reached", "milestone": "tutorial_completed", "uid": .string(ben.uid),
                ]))
            #expect(reply.json["rewards"]?[0]?["currency"] == "gems")
            #expect(
                reply.json["decisions"]?[2]
                    == ["rule": "tutorial", "outcome": "paid", "reason": "deserved", "version": 1])
        }
    }

    @Test func `who didn't see the newest version changes nothing`() async throws {
        try await withAdmin { server, caller, admin in
            let (client, one) = (caller.client, Self.path + "/level-5")
            let rule = try client.get(one, token: admin).json["rule"] ?? .null
            let change = Self.with(["pay": [["to": "referrer", "currency": "gems", "amount": 80]]], rule)
            func put(_ tag: String?) throws -> TestClient.Reply {
                try client.send(
                    "PUT", one, token: admin, headers: tag.map { ["If-Match": $0] } ?? [:], change)
            }
            expectProblem(try put(nil), 428, "precondition-required")
            for tag in ["\"2\"", "W/\"1\"", "1", "\"x\""] {
                expectProblem(try put(tag), 412, "precondition-failed")
            }
            let changed = try put("\"7\", \"1\"").required(200)
            #expect(changed[header: "etag"] == "\"2\"" && changed.json["rule"]?["version"] == 2)
            expectProblem(try put("\"1\""), 412, "precondition-failed")
            try put("*").required(200)
            let versions = try caller.send(
                "GET", "/v1/admin/rules/{name}/versions", 200, values: ["name": "level-5"], token: admin)
            #expect(versions.json["versions"]?.array?.map { $0["rule"]?["version"] } == [2, 1])
            #expect(versions.json["versions"]?[0]?["changed_by"]?.string?.hasPrefix("key test") == true)
            let acts = try caller.send(
                "GET", "/v1/admin/audit", 200, query: "?action=rule.change", token: admin)
            let (before, after) = (acts.json["entries"]?[0]?["before"], acts.json["entries"]?[0]?["after"])
            #expect(
                before?["pay"] == [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]]
                    && before?["version"] == 1)
            #expect(
                after?["pay"] == [["to": "referrer", "currency": "gems", "amount": 80]]
                    && after?["version"] == 2)
            #expect(
                before?["when"] == [["fact": "highest_level", "at_least": 5]] && after?["state"] == "active")
            let audit = try server.database.psql(
                "SELECT detail FROM audit_entries WHERE action = 'rule.change'")
            #expect(audit.contains("referrer:pieces_of_eight:50") && audit.contains("→"))
            #expect(audit.contains("referrer:gems:80") && audit.split(separator: "\n").count == 1)
        }
    }

    @Test func `a rule that makes no sense is refused, with a pointer to each mistake`() async throws {
        try await withAdmin { _, caller, admin in
            let wrong: [(JSONValue, [String])] = [
                (Self.with(["name": .null]), ["/name required"]),
                (Self.with(["name": "Level 5"]), ["/name invalid"]),
                (Self.with(["wehn": []]), ["/wehn unknown_field"]),
                (Self.with(["when": []]), ["/when too_short"]),
                (Self.with(["when": [[:]]]), ["/when/0/fact required"]),
                (Self.with(["when": [["fact": "level"]]]), ["/when/0/at_least required"]),
                (
                    Self.with(["when": [["fact": "highest_level", "at_least": 0]]]),
                    ["/when/0/at_least out_of_range"]
                ),
                (Self.with(["when": [["signed_up": false]]]), ["/when/0/signed_up invalid"]),
                (
                    Self.with(["when": [["signed_up": true, "referred": true]]]),
                    ["/when/0/referred unknown_field"]
                ),
                (
                    Self.with(["pay": [["to": "friend", "currency": "gems", "amount": "1"]]]),
                    ["/pay/0/to invalid", "/pay/0/amount wrong_type"]
                ),
                (
                    Self.with([
                        "pay": [
                            [
                                "to": "referrer", "currency": "gems",
                                "amount": ["tiers": [["from": 1, "amount": 5], ["from": 1, "amount": 6]]],
                            ]
                        ]
                    ]), ["/pay/0/amount/tiers/1/from out_of_order"]
                ),
                (Self.with(["limits": ["budget": 99]]), ["/limits/budget out_of_range"]),
                (
                    Self.with(["from": "2026-11-22T00:00:00Z", "until": "2026-11-21T00:00:00Z"]),
                    ["/until out_of_range"]
                ),
                (Self.with(["state": "paused"]), ["/state invalid"]),
            ]
            for (rule, mistakes) in wrong {
                let reply = try caller.client.send("POST", Self.path, token: admin, rule)
                expectProblem(reply, 422, "validation", mistakes: mistakes)
            }
        }
    }

    @Test func `a name is never used again, and what is archived stays so`() async throws {
        try await withAdmin { _, caller, admin in
            func act(_ action: String, _ status: Int) throws -> TestClient.Reply {
                try caller.send(
                    "POST", "/v1/admin/rules/{name}/" + action, status, values: ["name": "tutorial"],
                    token: admin)
            }
            let draft = Self.with(["state": "draft"])
            let made = try caller.send("POST", Self.path, 201, token: admin, draft)
            #expect(made.json["rule"]?["state"] == "draft")
            expectProblem(try act("pause", 409), 409, "rule-state")
            #expect(try act("resume", 200).json["rule"]?["state"] == "active")
            #expect(try act("pause", 200).json["rule"]?["state"] == "paused")
            #expect(try act("pause", 200).json["rule"]?["state"] == "paused")
            #expect(try act("archive", 200).json["rule"]?["state"] == "archived")
            #expect(try act("resume", 409).json["rule_state"] == "archived")
            expectProblem(
                try caller.send("POST", Self.path, 409, token: admin, Self.tutorial), 409, "rule-name-in-use")
            expectProblem(
                try caller.client.send(
                    "PUT", Self.path + "/tutorial", token: admin, headers: ["If-Match": "*"], Self.tutorial),
                409, "rule-state")
        }
    }

    @Test func `there are 50 rules in force at most`() async throws {
        try await withAdmin { server, caller, admin in
            for number in 3...50 {
                let rule = Self.with(["name": .string("rule-\(number)")])
                try caller.client.send("POST", Self.path, token: admin, rule).required(201)
            }
            let more = Self.with(["name": "more"])
            let refused = try caller.send("POST", Self.path, 409, token: admin, more)
            expectProblem(refused, 409, "too-many-rules")
            #expect(refused.json["limit"] == 50)
            try caller.send("POST", Self.path, 201, token: admin, Self.with(["state": "draft"], more))
            // An event says what all of them came to, and keeps a letter for each.
            let (client, ben) = (caller.client, try caller.client.signUp())
            let reply = try client.reachLevel(3, token: ben.token, id: newID())
            let id = reply.json["event"]?["id"]?.string ?? ""
            let kept = "SELECT length(standing), cardinality(decisions)"
            #expect(try server.database.psql("\(kept) FROM events WHERE id = '\(id)'").hasSuffix("|0"))
        }
    }
}

import Crypto
import HTTP
import JSON
import Links
import Referrals
import TestSupport
import Testing
import Values

@testable import API

/// Rules by chance, with limits and tiers: a trial of what happened gives what was given, to the same
/// players.
@Suite struct TrialAgreementTests {
    private static let rounds = 8

    @Test func `a trial of each random rule agrees with what it really gave`() async throws {
        try await wellWithinADay()
        var random = SeededGenerator("TrialAgreementTests")
        for round in 1...Self.rounds {
            let rules = (1...4).compactMap { number in
                RuleName("t\(round)-\(number)").map {
                    let terms = RandomProgramme.limited(RandomProgramme.terms(&random), &random)
                    return Rule(name: $0, version: 1, terms: terms)
                }
            }.filter(\.terms.mistakes.isEmpty)
            let lives = (0..<14).map { _ in RandomProgramme.facts(&random) }
            let seed = random
            random = try await play(rules, lives, seed)
        }
    }

    /// Facts of one batch share one time.
    @Test func `a budget goes to the same as in truth, whatever their uids`() async throws {
        try await TrialTests.withAdmin { server, caller, admin in
            let (client, key) = (caller.client, try await server.key(.server))
            for round in 1...6 {
                let rule = TrialTests.level5([
                    "name": .string("tight-\(round)"), "limits": ["budget": 160],
                ])
                try client.send(
                    "POST", RulesTests.path, token: admin, RulesTests.with(["state": "active"], rule)
                ).required(201)
                try await TrialTests.inForce(["tight-\(round)"], client, key)
                let referrers = try (0..<2).map { _ in try client.signUp() }
                let friends = try (0..<4).map { try client.signUp(referredBy: referrers[$0 % 2].code) }
                // In an order that neither the uids nor the ids have.
                let events: [JSONValue] = friends.shuffled().map { friend in
                    TestClient.event(["type": "level_reached", "level": 5, "uid": .string(friend.uid)])
                }
                try client.send("POST", "/v1/events/batch", token: key, ["events": .array(events)]).required(
                    200)
                try client.send("POST", "\(RulesTests.path)/tight-\(round)/archive", token: admin).required(
                    200)
            }
            for round in 1...6 {
                // Each rule's own friends came while it was in force alone.
                let name = "tight-\(round)"
                let span = try server.database.psql(
                    """
                    SELECT to_char(min(granted_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' ||
                        to_char(max(granted_at) AT TIME ZONE 'UTC' + interval '1 us', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                    FROM rewards WHERE rule = '\(name)'
                    """
                ).split(separator: " ").map { JSONValue.string(String($0)) }
                let rule = TrialTests.level5(["name": .string(name), "limits": ["budget": 160]])
                let result = try await TrialTests.tried(
                    rule, caller, admin, ["from": span[0], "until": span[1]])
                let difference = result["difference"]?[0]
                #expect(difference?["active"] == TrialTests.sums(2, 160), "\(result)")
                #expect(
                    difference?["trial"] == TrialTests.sums(2, 160) && difference?["both"] == 2, "\(result)")
            }
        }
    }

    private func play(
        _ rules: [Rule], _ lives: [[Fact]], _ random: SeededGenerator
    ) async throws -> SeededGenerator {
        var random = random
        try await TestServer.with { server in
            for currency in RandomProgramme.currencies { try server.database.declare(currency.description) }
            let client = try server.client
            let (admin, key) = (try await server.key(.admin), try await server.key(.server))
            try put(rules, client, admin)
            try await waitUntilInForce(rules, client, key)
            let referrers = try (0..<2).map { _ in try client.signUp() }
            let crowd = try lives.indices.map { number in
                try client.signUp(referredBy: number % 5 == 0 ? nil : referrers[number % 2].code)
            }
            try tell(lives, of: crowd, client, key, &random)
            for rule in rules { try await expectAgreement(rule, client, admin) }
        }
        return random
    }

    private func put(_ rules: [Rule], _ client: TestClient, _ admin: String) throws {
        for name in ["signup", "level-5"] {
            try client.send("POST", "\(RulesTests.path)/\(name)/archive", token: admin).required(200)
        }
        for rule in rules {
            try client.send("POST", RulesTests.path, token: admin, body(rule, isActive: true)).required(201)
        }
    }

    private func body(_ rule: Rule, isActive: Bool) throws -> JSONValue {
        let stored = StoredRule(
            rule: rule, state: isActive ? .active : .draft, position: 1,
            changedAt: Timestamp(microsecondsSince1970: 0), changedBy: "")
        return try JSONParser.parse(JSONWriter.bytes(of: RuleView(stored)))
    }

    private func waitUntilInForce(_ rules: [Rule], _ client: TestClient, _ key: String) async throws {
        let probe = try client.signUp()
        let names = Set(rules.map(\.name.description))
        let isInForce = try await eventually {
            let reply = try client.reachLevel(0, token: key, id: newID(), uid: probe.uid)
            let told = reply.json["decisions"]?.array?.compactMap { $0["rule"]?.string } ?? []
            return Set(told) == names
        }
        #expect(isInForce)
    }

    /// Shuffled and cut into batches; what links an account comes in between.
    private func tell(
        _ lives: [[Fact]], of crowd: [TestUser], _ client: TestClient, _ key: String,
        _ random: inout SeededGenerator
    ) throws {
        var facts = zip(crowd, lives).flatMap { user, facts in facts.map { (user, $0) } }
        facts.shuffle(using: &random)
        while !facts.isEmpty {
            let part = facts.prefix(.random(in: 2...25, using: &random))
            facts.removeFirst(part.count)
            let events = part.compactMap { user, fact in fact.members.map { event($0, of: user) } }
            if !events.isEmpty {
                let reply = try client.send(
                    "POST", "/v1/events/batch", token: key, ["events": .array(events)])
                let results = try reply.required(200).json["results"]?.array ?? []
                #expect(results.allSatisfy { $0["status"] == 200 }, "\(reply.text)")
            }
            for (user, fact) in part where fact.members == nil {
                var user = user
                try client.link(&user, email: "\(user.uid)@example.com").required(200)
            }
        }
    }

    private func event(_ members: [JSONMember], of user: TestUser) -> JSONValue {
        .object([JSONMember("id", .string(newID())), JSONMember("uid", .string(user.uid))] + members)
    }

    private func expectAgreement(_ rule: Rule, _ client: TestClient, _ admin: String) async throws {
        let started = try client.send(
            "POST", TrialTests.path, token: admin, ["rule": try body(rule, isActive: false)]
        ).required(202)
        let trial = try await TrialTests.result(of: started, client, admin)
        let difference = trial["result"]?["difference"]?.array ?? []
        #expect(trial["state"] == "done", "\(trial)")
        for one in difference {
            #expect(one["trial"] == one["active"], "\(rule.name) \(trial)")
            #expect(one["both"] == one["active"]?["rewards"], "\(rule.name) \(trial)")
        }
    }
}

extension Fact {
    /// As a server sends it; nil where a call of its own says it.
    fileprivate var members: [JSONMember]? {
        let type = JSONMember("type", .string(type.rawValue))
        switch self {
        case .levelReached(let level): return [type, JSONMember("level", .integer(Int64(level)))]
        case .milestoneReached(let milestone):
            return [type, JSONMember("milestone", .string(milestone.description))]
        case .counterIncremented(let counter, let step):
            return [
                type, JSONMember("counter", .string(counter.description)), JSONMember("by", .integer(step)),
            ]
        case .platformUsed(let platform): return [type, JSONMember("platform", .string(platform.rawValue))]
        case .referrerRecorded, .credentialLinked, .emailVerified, .playerMerged: return nil
        }
    }
}

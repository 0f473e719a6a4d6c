import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A trial of what happened gives what was given, to the same players.
@Suite struct TrialAgreementTests {
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
}

import JSON
import TestSupport
import Testing

/// `match` of webhooks, which is checked for names and members that no change can have.
struct WebhookMatchTests {
    @Test func `a match that no change can have is refused, with the nearest name`() async throws {
        try await WebhookBench.with { bench in
            func made(_ match: JSONValue, _ types: JSONValue = "*") throws -> TestClient.Reply {
                let body: JSONValue = ["url": .string(bench.receiver.url()), "types": types, "match": match]
                return try bench.client.send("POST", "/v1/admin/webhooks", token: bench.key, body)
            }
            let currency = try made(["currency": "pieces_of_eihgt"])
            expectProblem(currency, 422, "unknown-currency")
            #expect(
                currency.json["nearest"] == "pieces_of_eight"
                    && currency.json["currency"] == "pieces_of_eihgt")
            let rule = try made(["rule": "levle-5"])
            expectProblem(rule, 422, "validation", mistakes: ["/match/rule invalid"])
            #expect(rule.json["nearest"] == "level-5" && rule.text.contains("The nearest one is level-5."))
            let never: [(JSONValue, JSONValue, String)] = [
                (["min_amount": 5], ["level.reached", "user.created"], "min_amount"),
                (["min_amount": 5], ["rule.budget_low"], "min_amount"),
                (["currency": "pieces_of_eight"], ["level.reached"], "currency"),
                (["rule": "level-5"], ["redemption.made", "counter.changed"], "rule"),
            ]
            for (match, types, member) in never {
                expectProblem(
                    try made(match, types), 422, "validation", mistakes: ["/match/\(member) invalid"])
            }
            let good: [(JSONValue, JSONValue)] = [
                (["min_amount": 5], ["level.reached", "reward.paid"]), (["min_amount": 5], "*"),
                (["rule": "level-5", "min_amount": 1], ["balance.changed"]),
                (["currency": "pieces_of_eight"], ["redemption.captured"]),
                (["rule": "signup"], ["trial.done"]),
            ]
            for (match, types) in good { try made(match, types).required(201) }
            // A change of the match or the types is looked at alike.
            _ = try bench.make(["types": ["reward.paid"], "match": ["min_amount": 5]])
            for patch: JSONValue in [
                ["types": ["level.reached"]], ["match": ["rule": "nope"]], ["match": ["currency": "nope"]],
            ] {
                #expect(try bench.call("PATCH", "", patch).status == 422, "\(patch)")
            }
            try bench.call("PATCH", "", ["description": "Kept"]).required(200)
        }
    }
}

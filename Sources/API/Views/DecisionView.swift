internal import HTTP
internal import Referrals

/// What a rule came to, and why.
struct DecisionView: JSONEncodable {
    let decision: Decision

    static var schema: Schema {
        .object(
            "Decision", means: "What a rule came to, and why.", example: example,
            [
                "rule": .string(upTo: 64).example("signup", "level-5").means("The rule."),
                "outcome": .openChoice("paid", "held", "denied", "not_yet").means("What came of it."),
                "reason": .string(upTo: 128).example(
                    "deserved", "level_below_5", "not_signed_up", "no_referrer", "weak_match",
                    "default_match", "decided_earlier"
                ).means("Why."),
            ])
    }

    static var example: JSONValue {
        ["rule": "signup", "outcome": "paid", "reason": "decided_earlier"]
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", decision.rule.description)
            writer.member("outcome", decision.outcome.rawValue)
            writer.member("reason", decision.reason)
        }
    }
}

internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// What a rule came to, and why.
struct DecisionView: Described {
    let decision: Decision

    static var schema: Schema {
        .object(
            "Decision", means: "What a rule came to, and why.", example: example,
            [
                "rule": .string(upTo: 64).example("signup", "level-5").means("The rule."),
                "outcome": .openChoice("paid", "held", "denied", "not_yet").means("What came of it."),
                "reason": .string(upTo: 128).example(
                    "deserved", "level_below_5", "not_signed_up", "no_referrer", "weak_match",
                    "default_match", "decided_earlier", "waiting", "limit_beneficiary", "limit_day", "budget",
                    "balance_full", "not_started", "ended", "earlier_player", "review", "not_granted"
                ).means(
                    "Why. What speaks against a reward is told to administrators, as codes joined by `+`."),
                "version": .count.means("Of the rule that decided, where it is data.").optional,
                "role": .openChoice("referee", "referrer").means(
                    "Whose reward it is about, where the rule's grants were decided each for itself."
                ).optional,
                "currency": .currency.optional,
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
            if let version = decision.version { writer.member("version", version) }
            if let grant = decision.grant {
                writer.member("role", grant.role.rawValue)
                writer.member("currency", grant.currency.description)
            }
        }
    }
}

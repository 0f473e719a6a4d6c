internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// A rule's decision, and the reasons.
struct DecisionView: Described {
    let decision: Decision

    static var schema: Schema {
        .object(
            "Decision", means: "A rule's decision, and the reasons.", example: example,
            [
                "rule": .string(upTo: 64).example("signup", "level-5").means("The rule."),
                "outcome": .openChoice("paid", "held", "denied", "not_yet").means("The result."),
                "reason": .string(upTo: 128).example(
                    "deserved", "level_below_5", "not_signed_up", "no_referrer", "weak_match",
                    "default_match", "decided_earlier", "waiting", "limit_beneficiary", "limit_day", "budget",
                    "balance_full", "not_started", "ended", "earlier_player", "review", "not_granted"
                ).means(
                    "The reasons. Administrators also see the objections to a reward, as codes joined by `+`."
                ),
                "version": .count.means("Of the rule that decided, if it is not written in Swift.").optional,
                "role": .openChoice("referee", "referrer").means(
                    "The side of the reward, if the rule's grants were decided separately."
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

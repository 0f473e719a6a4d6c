internal import HTTP
internal import Referrals

/// What a rule came to, and why.
struct DecisionView: JSONEncodable {
    let decision: Decision

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("rule", decision.rule.description)
            writer.member("outcome", decision.outcome.rawValue)
            writer.member("reason", decision.reason)
        }
    }
}

internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// One rule.
struct ShowRule: Endpoint {
    let rules: RuleService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> RuleReply {
        let name = try call.pathRule()
        if let code = rules.code.first(where: { $0.name == name }) {
            return RuleReply(rule: RuleView(code: code))
        }
        return RuleReply(
            rule: RuleView(
                try await mappingErrors { () throws(RuleError) in try await rules.rule(name) }))
    }
}

extension ShowRule {
    var operation: Operation {
        Operation("showRule", .programme, "Show a rule")
            .gives("The rule, as it is now.", .etag, example: RuleReply.example)
            .refuses(.noRule)
    }
}

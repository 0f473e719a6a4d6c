internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Pauses a rule, puts it into force, or ends it for good; the same again changes nothing.
struct SetRuleState: Endpoint {
    let rules: RuleService
    let state: RuleState

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> RuleReply {
        let name = try call.pathRule()
        return RuleReply(
            rule: RuleView(
                try await serving { () throws(RuleError) in
                    try await rules.set(name, to: state, by: call.actor)
                }))
    }
}

extension SetRuleState {
    var operation: Operation {
        words
            .gives("The rule, as it is now.", .etag, example: RuleReply.example)
            .refuses(.noRule)
            .refuses(
                "From its state the rule can't become that, or there are as many in force as there may be.",
                RuleError.stateNotPossible(.archived).problem)
    }

    private var words: Operation {
        switch state {
        case .active:
            Operation("resumeRule", .programme, "Put a draft or a paused rule into force")
                .refuses(
                    "A currency in which the rule pays isn't in use.",
                    RuleError.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight).problem)
        case .paused:
            Operation(
                "pauseRule", .programme, "Pause a rule",
                "It decides nothing until it is resumed; what was deserved meanwhile is paid at the next event."
            )
        case .archived, .draft:
            Operation(
                "archiveRule", .programme, "End a rule for good",
                "What it decided stays, and its name stays taken.")
        }
    }
}

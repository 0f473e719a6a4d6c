internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Pauses, activates or archives a rule. Repeating the call changes nothing.
struct SetRuleState: Endpoint {
    let rules: RuleService
    let state: RuleState
    let approvals: ApprovalService

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> Approvable<RuleReply> {
        let name = try call.pathRule()
        if approvals.requires(.rules) {
            let stored = try await mappingErrors { () throws(RuleError) in try await rules.rule(name) }
            guard stored.state != state else { return .made(RuleReply(rule: RuleView(stored))) }
            return .pending(
                try await approvals.propose(
                    .setRuleState(name, state, from: stored.state, version: stored.rule.version), on: call))
        }
        return .made(
            RuleReply(
                rule: RuleView(
                    try await mappingErrors { () throws(RuleError) in
                        try await rules.set(name, to: state, by: call.actor)
                    })))
    }
}

extension SetRuleState {
    var operation: Operation {
        words
            .gives("The rule, as it is now.", .etag, example: RuleReply.example)
            .mayNeedApproval()
            .refuses(.noRule)
            .refuses(
                "The rule can't move to that state, or the limit of active rules is reached.",
                RuleError.stateNotPossible(.archived).problem)
    }

    private var words: Operation {
        switch state {
        case .active:
            Operation("resumeRule", .programme, "Activate a rule")
                .refuses(
                    "One of the rule's currencies isn't in use.",
                    RuleError.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight).problem)
        case .paused:
            Operation(
                "pauseRule", .programme, "Pause a rule",
                """
                The rule decides nothing until it is resumed. Rewards deserved meanwhile are paid at the \
                user's next event.
                """
            )
        case .archived, .draft:
            Operation(
                "archiveRule", .programme, "Archive a rule",
                "Its decisions stay, and its name stays reserved.")
        }
    }
}

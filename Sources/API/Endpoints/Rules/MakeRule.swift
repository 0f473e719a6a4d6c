internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Makes a rule: a draft, or active at once.
struct MakeRule: Endpoint {
    struct Input: BodyInput {
        let rule: RuleInput
        let name: RuleName

        static var schema: Schema { RuleInput.newForm.schema }

        init(_ fields: inout Fields) throws(Problem) {
            let rule = try RuleInput(&fields, as: RuleInput.newForm)
            guard let name = rule.name else { throw .internalError }
            (self.rule, self.name) = (rule, name)
        }
    }

    let rules: RuleService
    let approvals: ApprovalService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Approvable<RuleReply> {
        if approvals.requires(.rules) {
            let isActive = input.rule.state == .active
            return .pending(
                try await approvals.propose(
                    .addRule(input.name, input.rule.terms, isActive: isActive), on: call))
        }
        let made = try await mappingErrors { () throws(RuleError) in
            try await rules.add(
                input.name, input.rule.terms, isActive: input.rule.state == .active, by: call.actor)
        }
        return .made(RuleReply(rule: RuleView(made), status: 201))
    }
}

extension MakeRule {
    var operation: Operation {
        Operation(
            "makeRule", .programme, "Create a rule",
            """
            An invalid rule is refused, with a pointer to each mistake. A rule that is created as `active` \
            takes effect in every process within a second.
            """
        )
        .takes([
            "name": "tutorial", "description": "Finished the tutorial",
            "when": [["milestone": "tutorial_completed"], ["referred": true]],
            "pay": [["to": "referee", "currency": "pieces_of_eight", "amount": 100]], "state": "active",
        ])
        .gives(201, "The rule.", .location, .etag, example: RuleReply.example)
        .mayNeedApproval()
        .refuses(
            "The name was already used, or the rule limit is reached.",
            RuleError.nameInUse.problem, RuleError.tooMany(.active).problem
        )
        .refuses(
            "Fields are invalid, or one of the rule's currencies isn't in use.",
            RuleError.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight).problem)
    }
}

internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Changes a rule if its version is still the caller's. The new version judges what wasn't decided yet.
struct ChangeRule: Endpoint {
    struct Input: JSONInput {
        let rule: RuleInput
        /// The versions that the caller has seen; nil for any.
        let versions: [Int64]?

        static var schema: Schema { RuleInput.form.schema }
        static var parameters: [Parameter] { [IfMatch.parameter] }

        static func read(_ request: Request) throws(Problem) -> Input {
            let versions = try IfMatch.versions(request)
            var fields = try request.fields()
            return Input(rule: try RuleInput(&fields), versions: versions)
        }
    }

    let rules: RuleService
    let approvals: ApprovalService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Approvable<RuleReply> {
        let name = try call.pathRule()
        guard input.rule.name == nil || input.rule.name == name else {
            throw .field("/name", .invalid, "A rule can't be renamed.")
        }
        if approvals.requires(.rules) {
            return .pending(try await approvals.propose(try await change(of: name, input), on: call))
        }
        let changed = try await mappingErrors { () throws(RuleError) in
            try await rules.change(
                name, to: input.rule.terms, state: input.rule.state, ifVersion: input.versions,
                by: call.actor)
        }
        return .made(RuleReply(rule: RuleView(changed)))
    }

    private func change(of name: RuleName, _ input: Input) async throws(Problem) -> ProposedChange {
        let stored = try await mappingErrors { () throws(RuleError) in try await rules.rule(name) }
        let version = stored.rule.version
        guard input.versions?.contains(version) ?? true else {
            throw RuleError.changedMeanwhile(version: version).problem
        }
        return .changeRule(name, input.rule.terms, state: input.rule.state, version: version)
    }
}

extension ChangeRule {
    var operation: Operation {
        Operation(
            "changeRule", .programme, "Change a rule",
            """
            The body is the whole rule. Decisions of earlier versions stay; `not_yet` is decided again by \
            the new version. Repeating the call changes nothing.
            """
        )
        .takes([
            "description": "A friend reached level 5", "when": [["fact": "highest_level", "at_least": 5]],
            "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 80]],
        ])
        .gives("The rule, as it is now.", .etag, example: RuleReply.example)
        .mayNeedApproval()
        .refuses(.noRule)
        .refuses(
            "The rule is archived, is written in Swift, or can't change to this `state`.",
            RuleError.stateNotPossible(.archived).problem
        )
        .refuses(
            "The resource has changed since you read it.", RuleError.changedMeanwhile(version: 2).problem
        )
        .refuses("`If-Match` is missing.", Problem(of: .preconditionRequired))
        .refuses(
            "Fields are invalid, or one of the rule's currencies isn't in use.",
            RuleError.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight).problem)
    }
}

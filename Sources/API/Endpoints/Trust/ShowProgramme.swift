internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// The programme's trust settings.
struct ShowProgramme: Endpoint {
    let trust: TrustService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> TrustReply {
        TrustReply(stored: try await mappingErrors { () throws(RuleError) in try await trust.programme() })
    }
}

extension ShowProgramme {
    var operation: Operation {
        Operation("showProgramme", .programme, "Show the programme's settings")
            .gives("The programme without its rules.", .etag, example: TrustReply.example)
    }
}

/// Changes the trust settings if their version is still the caller's.
struct ChangeProgramme: Endpoint {
    struct Input: JSONInput {
        let terms: TrustTerms
        let versions: [Int64]?

        static var schema: Schema { form.schema }
        static var parameters: [Parameter] { [IfMatch.parameter] }

        private static let form = RequestForm(
            "ProgrammeRequest", means: "Omitted members get the values of a new installation.",
            Field(TrustForm.request),
            Field(optional: "version", .integer(from: 0), "As in a reply; only `If-Match` counts.")
        ) { terms, _ in terms }

        static func read(_ request: Request) throws(Problem) -> Input {
            let versions = try IfMatch.versions(request)
            var fields = try request.fields()
            return Input(terms: try form.read(&fields), versions: versions)
        }
    }

    let trust: TrustService
    let approvals: ApprovalService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Approvable<TrustReply> {
        if approvals.requires(.rules) {
            let stored = try await mappingErrors { () throws(RuleError) in try await trust.programme() }
            guard input.versions?.contains(stored.version) ?? true else {
                throw RuleError.changedMeanwhile(version: stored.version).problem
            }
            return .pending(
                try await approvals.propose(
                    .changeProgramme(input.terms, version: stored.version), on: call))
        }
        return .made(
            TrustReply(
                stored: try await mappingErrors { () throws(RuleError) in
                    try await trust.change(to: input.terms, ifVersion: input.versions, by: call.actor)
                }))
    }
}

extension ChangeProgramme {
    var operation: Operation {
        Operation(
            "changeProgramme", .programme, "Change the programme's settings",
            """
            Takes effect in every process within a second, for later decisions. `hold` waits for an \
            administrator. If several checks object to a reward, the strictest action applies. A check that \
            is on with `pay` only records its code with the reward. Checks look at sign-ups since they were \
            switched on.
            """
        )
        .takes([
            "referrals": ["unproven": "deny"], "user_events": "hold",
            "checks": ["same_network": ["action": "hold", "at_least": 5, "hours": 24]],
        ])
        .gives("The programme, as it is now.", .etag, example: TrustReply.example)
        .mayNeedApproval()
        .refuses(
            "The resource has changed since you read it.", RuleError.changedMeanwhile(version: 2).problem
        )
        .refuses("`If-Match` is missing.", Problem(of: .preconditionRequired))
    }
}

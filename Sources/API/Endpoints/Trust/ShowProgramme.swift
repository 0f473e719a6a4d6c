internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards

/// Whose word counts in the programme.
struct ShowProgramme: Endpoint {
    let trust: TrustService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> TrustReply {
        TrustReply(stored: try await serving { () throws(RuleError) in try await trust.programme() })
    }
}

extension ShowProgramme {
    var operation: Operation {
        Operation("showProgramme", .programme, "Whose word counts")
            .gives("The programme, but for its rules.", .etag, example: TrustReply.example)
    }
}

/// Changes whose word counts, unless somebody else has since.
struct ChangeProgramme: Endpoint {
    struct Input: JSONInput {
        let terms: TrustTerms
        let versions: [Int64]?

        static var schema: Schema { form.schema }
        static var parameters: [Parameter] { [IfMatch.parameter] }

        private static let form = RequestForm(
            "ProgrammeRequest", means: "What is left out is as in a new installation.",
            Field(TrustForm.request),
            Field(optional: "version", .integer(from: 0), "As a reply has it; `If-Match` is what counts.")
        ) { terms, _ in terms }

        static func read(_ request: Request) throws(Problem) -> Input {
            let versions = try IfMatch.versions(request)
            var fields = try request.fields()
            return Input(terms: try form.read(&fields), versions: versions)
        }
    }

    let trust: TrustService

    func respond(to input: Input, on call: Call) async throws(Problem) -> TrustReply {
        TrustReply(
            stored: try await serving { () throws(RuleError) in
                try await trust.change(to: input.terms, ifVersion: input.versions, by: call.actor)
            })
    }
}

extension ChangeProgramme {
    var operation: Operation {
        Operation(
            "changeProgramme", .programme, "Change whose word counts",
            """
            In force in every process within a second, for what is decided from then on. `hold` waits for an \
            administrator; of all that speaks against a reward the harshest wins. A check that is on with `pay` only \
            notes its code with the reward. Checks look at sign-ups since they were switched on.
            """
        )
        .takes([
            "referrals": ["unproven": "deny"], "user_events": "hold",
            "checks": ["same_network": ["action": "hold", "at_least": 5, "hours": 24]],
        ])
        .gives("The programme, as it is now.", .etag, example: TrustReply.example)
        .refuses("Somebody was faster.", RuleError.changedMeanwhile(version: 2).problem)
        .refuses("`If-Match` is missing.", Problem(of: .preconditionRequired))
    }
}

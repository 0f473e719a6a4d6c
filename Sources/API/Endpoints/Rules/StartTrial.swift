internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Tries a rule on recorded facts, as if it had been active; nothing is paid.
struct StartTrial: Endpoint {
    struct Input: BodyInput {
        let name: RuleName
        let terms: RuleTerms
        let from: Timestamp?
        let until: Timestamp?

        static var schema: Schema {
            .closed(
                "TrialRequest", means: "A rule, and the facts on which it is tried.",
                [
                    "rule": RuleInput.triedForm.schema,
                    "from": .time.means("Facts recorded at or after this time. Default: all.")
                        .nullableOptional,
                    "until": .time.means("And before this time.").nullableOptional,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let from = fields.optionalValue("from", FieldValues.time)
            let until = fields.optionalValue("until", FieldValues.time)
            if let from, let until, until <= from {
                fields.note("until", .outOfRange, "The end is before the start.")
            }
            if !fields.has("rule") { fields.note("rule", .required, "This field is required.") }
            let rule = fields.within("rule") { rule in
                // Its mistakes are reported with the rule's.
                try? RuleInput(&rule, as: RuleInput.triedForm)
            }
            (name, terms) = try fields.finish(rule.flatMap { $0?.name }, rule.flatMap { $0?.terms })
            (self.from, self.until) = (from, until)
        }
    }

    let jobs: JobService

    func respond(to input: Input, on call: Call) async throws(Problem) -> TrialReply {
        TrialReply(
            job: try await mappingErrors { () throws(JobError) in
                try await jobs.startTrial(
                    of: input.name, input.terms, from: input.from, until: input.until, by: call.actor)
            }, status: 202)
    }
}

extension StartTrial {
    var operation: Operation {
        Operation(
            "startTrial", .programme, "Start a trial of a rule",
            """
            Judges as if the rule had been active then, and no rule of its name before. Its limits, its \
            holds and all other checks apply. Poll the trial with `GET` until it is done.
            """
        )
        .takes([
            "rule": [
                "name": "level-5", "when": [["fact": "highest_level", "at_least": 5]],
                "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 80]],
            ], "from": "2026-11-01T00:00:00Z",
        ])
        .gives(202, "The trial, which any process may carry out.", .location, example: TrialReply.example)
        .refuses(.trialUnderWay)
        .refuses(
            "Fields are invalid, or one of the rule's currencies isn't in use.",
            RuleError.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight).problem)
    }
}

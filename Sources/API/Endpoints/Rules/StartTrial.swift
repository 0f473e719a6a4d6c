internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Rewards
internal import Values

/// Has a rule tried on what was recorded, as if it had been in force; nobody is paid.
struct StartTrial: Endpoint {
    struct Input: BodyInput {
        let name: RuleName
        let terms: RuleTerms
        let from: Timestamp?
        let until: Timestamp?

        static var schema: Schema {
            .closed(
                "TrialRequest", means: "A rule, and on which facts it is tried.",
                [
                    "rule": RuleInput.form.schema.means(
                        "As it would be made or changed; it may be the name of none."),
                    "from": .time.means("Facts that arrived at or after this; all unless told.").orNone,
                    "until": .time.means("And before this.").orNone,
                ])
        }

        init(_ fields: inout Fields) throws(Problem) {
            let from = fields.optionalValue("from", FieldValues.time)
            let until = fields.optionalValue("until", FieldValues.time)
            if let from, let until, until <= from {
                fields.note("until", .outOfRange, "It ends before it begins.")
            }
            if !fields.has("rule") { fields.note("rule", .required, "This field is needed.") }
            let rule = fields.within("rule") { rule in
                if rule.errors.isEmpty, !rule.has("name") {
                    rule.note("name", .required, "This field is needed.")
                }
                // What is wrong with it is among its own mistakes.
                return try? RuleInput(&rule)
            }
            (name, terms) = try fields.finish(rule.flatMap { $0?.name }, rule.flatMap { $0?.terms })
            (self.from, self.until) = (from, until)
        }
    }

    let jobs: JobService

    func respond(to input: Input, on call: Call) async throws(Problem) -> TrialReply {
        TrialReply(
            job: try await serving { () throws(JobError) in
                try await jobs.startTrial(
                    of: input.name, input.terms, from: input.from, until: input.until, by: call.actor)
            }, status: 202)
    }
}

extension StartTrial {
    var operation: Operation {
        Operation(
            "startTrial", .programme, "Try a rule on what was recorded",
            """
            It judges as if it had been in force then, and nothing of its name ever before: with its limits and \
            holds, and whatever else speaks against a reward. `GET` the trial until it is done.
            """
        )
        .takes([
            "rule": [
                "name": "level-5", "when": [["fact": "highest_level", "at_least": 5]],
                "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 80]],
            ], "from": "2026-11-01T00:00:00Z",
        ])
        .gives(202, "The trial, which any process will do.", .location, example: TrialReply.example)
        .refuses(.trialUnderWay)
        .refuses(
            "Fields are not as they must be, or a currency in which the rule pays isn't in use.",
            RuleError.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight).problem)
    }
}

internal import HTTP
internal import Referrals
internal import Rewards

/// Makes a rule: a draft, or in force at once.
struct MakeRule: Endpoint {
    struct Input: BodyInput {
        let rule: RuleInput
        let name: RuleName

        static var schema: Schema { .ruleRequest }

        init(_ fields: inout Fields) throws(Problem) {
            if !fields.has("name") { fields.note("name", .required, "This field is needed.") }
            let rule = try RuleInput(&fields)
            guard let name = rule.name else { throw .internalError }
            if rule.state != nil, rule.state != .draft, rule.state != .active {
                throw .field("/state", .invalid, "A rule is made a draft, or active.")
            }
            (self.rule, self.name) = (rule, name)
        }
    }

    let rules: RuleService

    func respond(to input: Input, on call: Call) async throws(Problem) -> RuleReply {
        let made = try await serving { () throws(RuleError) in
            try await rules.add(
                input.name, input.rule.terms, isActive: input.rule.state == .active, by: call.actor)
        }
        return RuleReply(rule: RuleView(made), status: 201)
    }
}

extension MakeRule {
    var operation: Operation {
        Operation(
            "makeRule", .programme, "Make a rule",
            """
            A rule that makes no sense is refused, with a pointer to each mistake. One that is made `active` is in \
            force in every process within a second.
            """
        )
        .takes([
            "name": "tutorial", "description": "Finished the tutorial",
            "when": [["milestone": "tutorial_completed"], ["referred": true]],
            "pay": [["to": "referee", "currency": "pieces_of_eight", "amount": 100]], "state": "active",
        ])
        .gives(201, "The rule.", .location, .etag, example: RuleReply.example)
        .refuses(
            "The name was used, or there are as many rules as there may be.",
            RuleError.nameInUse.problem, RuleError.tooMany(.active).problem
        )
        .refuses(
            "Fields are not as they must be, or a currency in which the rule pays isn't in use.",
            RuleError.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight).problem)
    }
}

extension Schema {
    private static var players: Schema {
        .named("RulePlayers", .choice("all", "new").means("For whom a rule is; `all` unless told."))
    }

    private static var ruleState: Schema {
        .named(
            "RuleState",
            .choice("draft", "active", "paused", "archived").means("Only an active rule is in force."))
    }

    /// What is left out counts as in the example.
    static var ruleRequest: Schema {
        .closed(
            "RuleRequest", means: "A rule as it is to be.",
            [
                "name": .ruleName.means("Never used again.").orNone,
                "description": .string(upTo: 200).means("For people, in the ledger.").orNone,
                "when": .array(of: .conditionRequest, count: 1...16).means("All must hold."),
                "pay": .array(of: .grantRequest, count: 1...4).means(
                    "One for each beneficiary and currency at most. One for the referrer implies `referred`."),
                "players": .players.means(
                    "`new` are those who came at or after the rule was first put into force."
                ).orNone,
                "from": .time.means("It pays only for facts that arrive at or after this.").orNone,
                "until": .time.means("And before this.").orNone,
                "limits": .closed(
                    "RuleLimitsRequest", means: "Null is no limit.",
                    [
                        "per_beneficiary": .integer(from: 1).means("Rewards for one beneficiary.").orNone,
                        "per_beneficiary_per_day": .integer(1...RuleTerms.perDayMax).means(
                            "The same in 24 hours."
                        ).orNone,
                        "budget": .amount(from: 1).means("The sum of amounts in each currency.").orNone,
                    ]
                ).means("How much there is at most.").orNone,
                "hold": .closed(
                    "RuleHoldRequest", means: "How long rewards wait.",
                    ["hours": .integer(RuleTerms.holdHoursRange).means("Before they are paid.").orNone]
                ).means("How long rewards wait.").orNone,
                "state": .ruleState.means(
                    "Of a new one `draft` or `active`; else left out where it stays."
                ).orNone,
                "version": .integer(from: 0).means("As a reply has it; `If-Match` is what counts.").orNone,
                "source": .string(upTo: 64).means("As a reply has it.").orNone,
            ])
    }
}

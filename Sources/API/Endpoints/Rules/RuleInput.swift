internal import HTTP
internal import Referrals

/// A rule as an administrator writes one.
struct RuleInput {
    let name: RuleName?
    let terms: RuleTerms
    let state: RuleState?

    /// Version and source are as a reply has them, so that it can be sent back.
    static let form = RequestForm(
        "RuleRequest", means: "A rule as it is to be.",
        Field(optional: "name", .ruleName, "Names are never reused."), Field(termsForm),
        Field(
            optional: "state", .ruleState, "For a new rule `draft` or `active`. Omit it to keep the state."),
        Field(optional: "version", .integer(from: 0), "As in a reply; only `If-Match` counts."),
        Field(optional: "source", .string(upTo: 64), "As in a reply.")
    ) { name, terms, state, _, _ in RuleInput(name: name, terms: terms, state: state) }

    private static let termsForm = RequestForm(
        "", means: "",
        Field(
            "description", .string(upTo: RuleTerms.descriptionCharactersMax), or: "",
            "For people, in the ledger."),
        Field("when", .array(of: .conditionRequest, count: RuleTerms.conditionsRange), "All must hold."),
        Field(
            "pay", .array(of: .grantRequest, count: RuleTerms.grantsRange),
            "At most one for each beneficiary and currency. One for the referrer implies `referred`."),
        Field(
            "players", .players, or: .all,
            "`new` means players whose first start was after the rule was first activated."),
        Field(optional: "from", .time, "Only facts at this time or later count."),
        Field(optional: "until", .time, "And before this time."),
        Field(optional: "limits", limits, "The limits of its rewards."),
        Field(optional: "hold", hold, "How long rewards wait.")
    ) {
        RuleTerms(
            description: $0, when: $1, pay: $2, players: $3, from: $4, until: $5,
            limits: $6 ?? RuleTerms.Limits(), holdHours: $7 ?? 0)
    }

    private static let limits = RequestForm(
        "RuleLimitsRequest", means: "Null: no limit.",
        Field(optional: "per_beneficiary", .whole(.integer(from: 1)), "Rewards for one beneficiary."),
        Field(
            optional: "per_beneficiary_per_day", .whole(.integer(1...RuleTerms.perDayMax)),
            "The same within 24 hours."),
        Field(optional: "budget", .whole(.amount(from: 1)), "The sum of the amounts in each currency.")
    ) { RuleTerms.Limits(perBeneficiary: $0, perBeneficiaryPerDay: $1, budget: $2) }

    private static let hold = RequestForm(
        "RuleHoldRequest", means: "How long rewards wait.",
        Field("hours", .whole(.integer(RuleTerms.holdHoursRange)), or: 0, "The wait before rewards are paid.")
    ) { $0 }
}

extension RuleInput {
    /// Contradictions are reported once the input is well-formed.
    init(_ fields: inout Fields) throws(Problem) {
        let input = Self.form.readWithin(&fields)
        for mistake in input?.terms.mistakes ?? [] { fields.note(mistake) }
        self = try fields.finish(input)
    }
}

extension Fields {
    /// - Parameter mistake: with its pointer within this object.
    fileprivate mutating func note(_ mistake: RuleMistake) {
        guard let slash = mistake.pointer.lastIndex(of: "/") else { return }
        var nested = Fields(element: .object([]), pointer: pointer + mistake.pointer[..<slash])
        nested.note(
            String(mistake.pointer[slash...].dropFirst()), FieldError.Code(mistake.code), mistake.detail)
        adopt(nested)
    }
}

extension Codec where Value == RuleState {
    fileprivate static var ruleState: Codec {
        .choice("draft", "active", "paused", "archived").named(
            "RuleState", "Only an active rule pays.")
    }
}

extension Codec where Value == RuleTerms.Players {
    fileprivate static var players: Codec {
        .choice("all", "new").named("RulePlayers", "The players that a rule applies to. Default: `all`.")
    }
}

package import JSON
package import Referrals
internal import Values

/// A rule's terms as JSON: in requests and replies, in `rule_versions` and `jobs`, and in the audit.
package enum RuleTermsForm {
    package static let reply = Form<RuleTerms>("RuleTerms", showsExample: false) {
        Member(
            "description", .string(upTo: 200), \.description, "For people, in the ledger.",
            sample: "A friend reaches level 5")
        Member(
            "when", .array(of: .condition), \.when, "All must hold. Empty for a rule in Swift.",
            sample: [["fact": "highest_level", "at_least": 5]])
        Member(
            "pay", .array(of: .grant), \.pay, "The beneficiaries and the amounts.",
            sample: [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]])
        Member(
            "players", .openChoice("all", "new"), \.players,
            "`new` means players whose first start was when the rule was first activated, or later.",
            sample: "all")
        Member(
            "from", .time, orNull: \.from, "The rule pays only for facts that arrive at this time or later.",
            sample: .null)
        Member(
            "until", .time, orNull: \.until, "And only for facts that arrive before this time.", sample: .null
        )
        Member("limits", limits)
        Member("hold", hold)
    }

    private static let limits = Form<RuleTerms>(
        "RuleLimits", means: "Null: no limit.", showsExample: false
    ) {
        Member(
            "per_beneficiary", .count, orNull: \.limits.perBeneficiary, "Rewards for one beneficiary.",
            sample: .null)
        Member(
            "per_beneficiary_per_day", .count, orNull: \.limits.perBeneficiaryPerDay,
            "The same within 24 hours.", sample: .null)
        Member(
            "budget", .amount(from: 1), orNull: \.limits.budget, "The sum of the amounts in each currency.",
            sample: .null)
    }

    private static let hold = Form<RuleTerms>(
        "RuleHold", means: "How long rewards wait.", showsExample: false
    ) {
        Member("hours", .integer(0...8_760), \.holdHours, "The wait before rewards are paid.", sample: 0)
    }

    package static let request = RequestForm(
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
            "`new` means players whose first start was when the rule was first activated, or later."),
        Field(optional: "from", .time, "The rule pays only for facts that arrive at this time or later."),
        Field(optional: "until", .time, "And only for facts that arrive before this time."),
        Field(optional: "limits", limitsRequest, "The limits of its rewards."),
        Field(optional: "hold", holdRequest, "How long rewards wait.")
    ) {
        RuleTerms(
            description: $0, when: $1, pay: $2, players: $3, from: $4, until: $5,
            limits: $6 ?? RuleTerms.Limits(), holdHours: $7 ?? 0)
    }

    private static let limitsRequest = RequestForm(
        "RuleLimitsRequest", means: "Null: no limit.",
        Field(optional: "per_beneficiary", .whole(.integer(from: 1)), "Rewards for one beneficiary."),
        Field(
            optional: "per_beneficiary_per_day", .whole(.integer(1...RuleTerms.perDayMax)),
            "The same within 24 hours."),
        Field(optional: "budget", .whole(.amount(from: 1)), "The sum of the amounts in each currency.")
    ) { RuleTerms.Limits(perBeneficiary: $0, perBeneficiaryPerDay: $1, budget: $2) }

    private static let holdRequest = RequestForm(
        "RuleHoldRequest", means: "How long rewards wait.",
        Field("hours", .whole(.integer(RuleTerms.holdHoursRange)), or: 0, "The wait before rewards are paid.")
    ) { $0 }
}

extension Codec where Value == RuleTerms.Players {
    fileprivate static var players: Codec {
        .choice("all", "new").named("RulePlayers", "The players that a rule applies to. Default: `all`.")
    }
}

internal import HTTP
internal import Referrals

/// A rule as administrators see one.
struct RuleView: Formed {
    let name: RuleName
    let terms: RuleTerms
    let state: RuleState
    let version: Int64
    /// `data`, or `code` where it is written in Swift.
    let source: String

    static let form = Form<Self>(
        "Rule", means: "The conditions, rewards and limits of a rule."
    ) {
        Member("name", .ruleName, \.name, sample: "level-5")
        Member(
            "description", .string(upTo: 200), \.terms.description, "For people, in the ledger.",
            sample: "A friend reaches level 5")
        Member(
            "when", .array(of: .condition), \.terms.when, "All must hold. Null for a rule in Swift.",
            sample: [["fact": "highest_level", "at_least": 5]])
        Member(
            "pay", .array(of: .grant), \.terms.pay, "The beneficiaries and the amounts.",
            sample: [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]])
        Member(
            "players", .openChoice("all", "new"), \.terms.players,
            "`new` means players whose first start was after the rule was first activated.", sample: "all")
        Member(
            "from", .time, orNull: \.terms.from, "Only facts at this time or later count.",
            sample: .null)
        Member("until", .time, orNull: \.terms.until, "And before this time.", sample: .null)
        Member("limits", limits)
        Member("hold", hold)
        Member(
            "state", .openChoice("draft", "active", "paused", "archived"), \.state,
            "Only an active rule pays.", sample: "active")
        Member("version", .count, \.version, "Grows with each change; also the ETag.", sample: 1)
        Member(
            "source", .openChoice("data", "code"), \.source,
            "`code` is written in Swift, and can't be edited.",
            sample: "data")
    }

    private static let limits = Form<Self>("RuleLimits", means: "Null: no limit.", showsExample: false) {
        Member(
            "per_beneficiary", .count, orNull: \.terms.limits.perBeneficiary, "Rewards for one beneficiary.",
            sample: .null)
        Member(
            "per_beneficiary_per_day", .count, orNull: \.terms.limits.perBeneficiaryPerDay,
            "The same within 24 hours.", sample: .null)
        Member(
            "budget", .amount(from: 1), orNull: \.terms.limits.budget,
            "The sum of the amounts in each currency.",
            sample: .null)
    }

    private static let hold = Form<Self>("RuleHold", means: "How long rewards wait.", showsExample: false) {
        Member(
            "hours", .integer(0...8_760), \.terms.holdHours, "The wait before rewards are paid.", sample: 0)
    }
}

extension RuleView {
    init(_ stored: StoredRule) {
        (name, terms, state) = (stored.rule.name, stored.rule.terms, stored.state)
        (version, source) = (stored.rule.version, "data")
    }

    /// The visible part of a rule in Swift: its conditions are code.
    init(code rule: any RewardRule) {
        name = rule.name
        let offer = RuleBook.offer(of: rule)
        let pay = offer.map { [RuleGrant(to: $0.role, $0.currency, .fixed($0.amount))] } ?? []
        terms = RuleTerms(description: offer?.reason ?? "", when: [], pay: pay)
        (state, version, source) = (.active, 1, "code")
    }
}

extension Schema {
    static var ruleName: Schema {
        .named(
            "RuleName", .string.pattern("[a-z][a-z0-9_-]{0,62}").example("level-5").means("A rule's name."))
    }
}

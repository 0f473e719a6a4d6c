internal import Forms
internal import HTTP
internal import JSON
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
        RuleTermsForm.reply.members(of: \.terms)
        Member(
            "state", .ruleState, \.state,
            "Only an active rule decides on rewards.", sample: "active")
        Member("version", .count, \.version, "Grows with each change; also the ETag.", sample: 1)
        Member(
            "source", .openChoice("data", "code"), \.source,
            "`code` is written in Swift, and can't be edited.",
            sample: "data")
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

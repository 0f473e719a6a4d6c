internal import HTTP
internal import Referrals

/// A rule as administrators see one.
struct RuleView: Described {
    let name: RuleName
    let terms: RuleTerms
    let state: RuleState
    let version: Int64
    /// `data`, or `code` where it is written in Swift.
    let source: String

    init(_ stored: StoredRule) {
        (name, terms, state) = (stored.rule.name, stored.rule.terms, stored.state)
        (version, source) = (stored.rule.version, "data")
    }

    /// What can be told of a rule in Swift: when it pays only it knows.
    init(code rule: any RewardRule) {
        name = rule.name
        let offer = RuleBook.offer(of: rule)
        let pay = offer.map { [RuleGrant(to: $0.role, $0.currency, .fixed($0.amount))] } ?? []
        terms = RuleTerms(description: offer?.reason ?? "", when: [], pay: pay)
        (state, version, source) = (.active, 1, "code")
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { encodeMembers(to: &$0) }
    }

    func encodeMembers(to writer: inout JSONWriter) {
        writer.member("name", name.description)
        writer.member("description", terms.description)
        writer.member("when", terms.when.map(ConditionView.init))
        writer.member("pay", terms.pay.map(GrantView.init))
        writer.member("players", terms.players.rawValue)
        writer.member("from", terms.from)
        writer.member("until", terms.until)
        writer.key("limits")
        writer.object { writer in
            writer.member("per_beneficiary", terms.limits.perBeneficiary)
            writer.member("per_beneficiary_per_day", terms.limits.perBeneficiaryPerDay)
            writer.member("budget", terms.limits.budget)
        }
        writer.key("hold")
        writer.object { $0.member("hours", terms.holdHours) }
        writer.member("state", state.rawValue)
        writer.member("version", version)
        writer.member("source", source)
    }
}

private struct ConditionView: JSONEncodable {
    let condition: RuleCondition

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            switch condition {
            case .level(let least):
                writer.member("fact", "level")
                writer.member("at_least", least)
            case .highestLevel(let least):
                writer.member("fact", "highest_level")
                writer.member("at_least", least)
            case .milestone(let milestone): writer.member("milestone", milestone.description)
            case .counter(let counter, let least):
                writer.member("counter", counter.description)
                writer.member("at_least", least)
            case .signedUp: writer.member("signed_up", true)
            case .emailVerified: writer.member("email_verified", true)
            case .referred: writer.member("referred", true)
            case .signedUpWithinDays(let days): writer.member("signed_up_within_days", days)
            }
        }
    }
}

private struct GrantView: JSONEncodable {
    let grant: RuleGrant

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("to", grant.role.rawValue)
            writer.member("currency", grant.currency.description)
            writer.key("amount")
            switch grant.amount {
            case .fixed(let amount): writer.integer(amount)
            case .tiers(let tiers):
                writer.object { $0.member("tiers", tiers.map(TierView.init)) }
            }
        }
    }
}

private struct TierView: JSONEncodable {
    let tier: RuleGrant.Tier

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("from", tier.from)
            writer.member("amount", tier.amount)
        }
    }
}

internal import Links
internal import Referrals

/// A rule's terms as a sentence: "Pays the referrer 50 gems when the highest level is 5 or more."
struct RuleSentence {
    private let terms: RuleTerms
    private let words: Words

    init(_ terms: RuleTerms, _ words: Words) {
        self.terms = terms
        self.words = words
    }

    var text: String {
        let pay = terms.pay.map(payment).joined(separator: words[.and])
        let when = terms.when.map(condition).joined(separator: words[.and])
        return when.isEmpty
            ? words(.ruleSentenceAlways, [("pay", pay)])
            : words(.ruleSentence, [("pay", pay), ("when", when)])
    }

    private func payment(_ grant: RuleGrant) -> String {
        let role = words[grant.role == .referrer ? .theReferrer : .thePlayer]
        return words(
            .payment, [("role", role), ("amount", amount(grant)), ("currency", "\(grant.currency)")])
    }

    private func amount(_ grant: RuleGrant) -> String {
        switch grant.amount {
        case .fixed(let amount): words.number(amount)
        case .tiers(let tiers):
            tiers.map {
                words(.tier, [("from", words.number($0.from)), ("amount", words.number($0.amount))])
            }
            .joined(separator: ", ")
        }
    }

    private func condition(_ condition: RuleCondition) -> String {
        switch condition {
        case .level(let least): words(.whenLevel, [("level", words.number(least))])
        case .highestLevel(let least): words(.whenHighestLevel, [("level", words.number(least))])
        case .milestone(let milestone): words(.whenMilestone, [("name", milestone.description)])
        case .counter(let counter, let least):
            words(.whenCounter, [("name", counter.description), ("count", words.number(least))])
        case .platform(let platform): words(.whenPlatform, [("name", platform.rawValue)])
        case .signedUp: words[.whenSignedUp]
        case .emailVerified: words[.whenEmailVerified]
        case .referred: words[.whenReferred]
        case .signedUpWithinDays(let days): words(.whenSignedUpWithin, [("days", words.number(days))])
        }
    }
}

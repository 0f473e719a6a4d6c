internal import Links
package import Referrals
package import Values

/// Rules and facts by chance, the same each time.
package enum RandomProgramme {
    package static let counters = ["races_won", "cards_sent"].compactMap { Counter($0) }
    package static let milestones: [Milestone] = ["ship", "port"]
    package static let currencies = ["gems", "pieces_of_eight"].compactMap { Currency($0) }

    /// One to five, without limits and tiers, and without a level that may fall.
    package static func rules(activatedAt: Timestamp, _ random: inout SeededGenerator) -> [Rule] {
        (1...Int.random(in: 1...5, using: &random)).compactMap { number in
            RuleName("rule-\(number)").map { name in
                Rule(name: name, version: Int64(number), terms: terms(&random), activatedAt: activatedAt)
            }
        }
    }

    package static func terms(_ random: inout SeededGenerator) -> RuleTerms {
        let conditions: [RuleCondition] = [
            .highestLevel(atLeast: .random(in: 1...6, using: &random)), .signedUp, .referred,
            .milestone(milestones[.random(in: 0...1, using: &random)]), .signedUpWithinDays(1),
            .platform(Bool.random(using: &random) ? .ios : .android),
            .counter(
                counters[.random(in: 0...1, using: &random)], atLeast: .random(in: 1...9, using: &random)),
        ]
        let grants = [RewardRole.referee, .referrer].flatMap { role in
            currencies.map { currency in
                RuleGrant(to: role, currency, .fixed(.random(in: 1...100, using: &random)))
            }
        }
        return RuleTerms(
            when: Array(conditions.shuffled(using: &random).prefix(.random(in: 1...3, using: &random))),
            pay: Array(grants.shuffled(using: &random).prefix(.random(in: 1...4, using: &random))),
            players: Bool.random(using: &random) ? .all : .new,
            holdHours: Bool.random(using: &random) ? 0 : 24)
    }

    /// The terms with limits and tiers by chance.
    package static func limited(_ terms: RuleTerms, _ random: inout SeededGenerator) -> RuleTerms {
        var limited = terms
        limited.limits = RuleTerms.Limits(
            perBeneficiary: Bool.random(using: &random) ? .random(in: 1...6, using: &random) : nil,
            perBeneficiaryPerDay: Bool.random(using: &random) ? .random(in: 1...4, using: &random) : nil,
            budget: Bool.random(using: &random) ? .random(in: 100...700, using: &random) : nil)
        if limited.limits.perBeneficiary == nil, Bool.random(using: &random) {
            limited.pay = limited.pay.map { grant in
                let tiers = [1, 3, 4].map { from in
                    RuleGrant.Tier(from: from, amount: .random(in: 1...100, using: &random))
                }
                return RuleGrant(to: grant.role, grant.currency, .tiers(tiers))
            }
        }
        return limited
    }

    package static func facts(_ random: inout SeededGenerator) -> [Fact] {
        var facts: [Fact] = (0..<Int.random(in: 2...10, using: &random)).map { _ in
            switch Int.random(in: 0...3, using: &random) {
            case 0: .levelReached(.random(in: 1...7, using: &random))
            case 2: .platformUsed(Bool.random(using: &random) ? .ios : .android)
            case 1: .milestoneReached(milestones[.random(in: 0...1, using: &random)])
            default:
                .counterIncremented(
                    counters[.random(in: 0...1, using: &random)], by: .random(in: 1...4, using: &random))
            }
        }
        if Bool.random(using: &random) { facts.append(.credentialLinked) }
        return facts.shuffled(using: &random)
    }
}

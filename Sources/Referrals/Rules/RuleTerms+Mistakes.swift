extension RuleTerms {
    /// All that makes no sense; a rule without any can be evaluated, whatever happens.
    package var mistakes: [RuleMistake] {
        conditionMistakes + grantMistakes + limitMistakes + windowMistakes
    }

    private var conditionMistakes: [RuleMistake] {
        var mistakes: [RuleMistake] = []
        if !Self.conditionsRange.contains(when.count) {
            mistakes.append(RuleMistake("/when", .conditionsOutOfRange))
        }
        for (index, condition) in when.enumerated() {
            let pointer = "/when/\(index)"
            if when[..<index].contains(condition) {
                mistakes.append(RuleMistake(pointer, .conditionRepeated))
            }
            if let (member, number) = condition.parts.number, let range = condition.range,
                !range.contains(number)
            {
                mistakes.append(RuleMistake("\(pointer)/\(member)", .numberOutOfRange(range)))
            }
        }
        return mistakes
    }

    private var grantMistakes: [RuleMistake] {
        var mistakes: [RuleMistake] = []
        if !Self.grantsRange.contains(pay.count) {
            mistakes.append(RuleMistake("/pay", .grantsOutOfRange))
        }
        for (index, grant) in pay.enumerated() {
            if pay[..<index].contains(where: { $0.role == grant.role && $0.currency == grant.currency }) {
                mistakes.append(RuleMistake("/pay/\(index)", .currencyRepeated(grant.role)))
            }
            mistakes += self.mistakes(in: grant.amount, at: "/pay/\(index)/amount")
        }
        return mistakes
    }

    private func mistakes(in amount: RuleGrant.Amount, at pointer: String) -> [RuleMistake] {
        guard case .tiers(let tiers) = amount else {
            guard case .fixed(let amount) = amount, amount < 1 else { return [] }
            return [RuleMistake(pointer, .amountTooSmall)]
        }
        let list = pointer + "/tiers"
        guard (1...RuleGrant.tiersMax).contains(tiers.count) else {
            return [RuleMistake(list, .tiersOutOfRange)]
        }
        return tiers.enumerated().flatMap { index, tier in
            mistakes(in: tier, after: index == 0 ? nil : tiers[index - 1], at: "\(list)/\(index)")
        }
    }

    private func mistakes(
        in tier: RuleGrant.Tier, after before: RuleGrant.Tier?, at pointer: String
    ) -> [RuleMistake] {
        var mistakes: [RuleMistake] = []
        if let before, tier.from <= before.from {
            mistakes.append(RuleMistake(pointer + "/from", .tiersOutOfOrder))
        } else if before == nil, tier.from != 1 {
            mistakes.append(RuleMistake(pointer + "/from", .firstTierNotAtOne))
        } else if let most = limits.perBeneficiary, tier.from > most {
            mistakes.append(RuleMistake(pointer + "/from", .tierAboveLimit(most)))
        }
        if tier.amount < 1 {
            mistakes.append(RuleMistake(pointer + "/amount", .amountTooSmall))
        }
        return mistakes
    }

    private var limitMistakes: [RuleMistake] {
        var mistakes: [RuleMistake] = []
        if let most = limits.perBeneficiary, most < 1 {
            mistakes.append(RuleMistake("/limits/per_beneficiary", .limitTooSmall))
        }
        if let most = limits.perBeneficiaryPerDay, !(1...Self.perDayMax).contains(most) {
            mistakes.append(RuleMistake("/limits/per_beneficiary_per_day", .limitPerDayOutOfRange))
        }
        if let budget = limits.budget, let most = pay.flatMap(\.amounts).max(), budget < most {
            mistakes.append(RuleMistake("/limits/budget", .budgetTooSmall(most)))
        }
        if !Self.holdHoursRange.contains(holdHours) {
            mistakes.append(RuleMistake("/hold/hours", .holdOutOfRange))
        }
        return mistakes
    }

    private var windowMistakes: [RuleMistake] {
        guard let from, let until, until <= from else { return [] }
        return [RuleMistake("/until", .endBeforeStart)]
    }
}

extension RuleCondition.Parts {
    /// The member of a rule that has its number.
    fileprivate var number: (member: String, number: Int64)? {
        switch self {
        case .state, .member: nil
        case .number(let name, let number): (name, number)
        case .fact(_, let least), .count(_, _, let least): ("at_least", least)
        }
    }
}

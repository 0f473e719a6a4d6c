/// Something in a rule that makes no sense.
package struct RuleMistake: Equatable, Sendable {
    /// RFC 6901, within the rule.
    package let pointer: String
    /// In snake_case, for programs.
    package let code: String
    /// For people.
    package let detail: String

    init(_ pointer: String, _ code: String, _ detail: String) {
        self.pointer = pointer
        self.code = code
        self.detail = detail
    }
}

extension RuleTerms {
    /// All that makes no sense; a rule without any can be evaluated, whatever happens.
    package var mistakes: [RuleMistake] {
        conditionMistakes + grantMistakes + limitMistakes + windowMistakes
    }

    private var conditionMistakes: [RuleMistake] {
        var mistakes: [RuleMistake] = []
        if !Self.conditionsRange.contains(when.count) {
            mistakes.append(RuleMistake("/when", "out_of_range", "A rule has 1 to 16 conditions."))
        }
        for (index, condition) in when.enumerated() {
            let pointer = "/when/\(index)"
            if when[..<index].contains(condition) {
                mistakes.append(RuleMistake(pointer, "duplicate", "The condition is repeated."))
            }
            if let (member, number) = condition.parts.number, let range = condition.range,
                !range.contains(number)
            {
                mistakes.append(
                    RuleMistake(
                        "\(pointer)/\(member)", "out_of_range",
                        "It must be \(range.lowerBound) to \(range.upperBound), otherwise it could never "
                            + "hold."
                    ))
            }
        }
        return mistakes
    }

    private var grantMistakes: [RuleMistake] {
        var mistakes: [RuleMistake] = []
        if !Self.grantsRange.contains(pay.count) {
            mistakes.append(RuleMistake("/pay", "out_of_range", "A rule pays 1 to 4 grants."))
        }
        for (index, grant) in pay.enumerated() {
            if pay[..<index].contains(where: { $0.role == grant.role && $0.currency == grant.currency }) {
                mistakes.append(
                    RuleMistake(
                        "/pay/\(index)", "duplicate",
                        "The \(grant.role.rawValue) already gets this currency from another grant of the "
                            + "rule."
                    ))
            }
            mistakes += self.mistakes(in: grant.amount, at: "/pay/\(index)/amount")
        }
        return mistakes
    }

    private func mistakes(in amount: RuleGrant.Amount, at pointer: String) -> [RuleMistake] {
        guard case .tiers(let tiers) = amount else {
            guard case .fixed(let amount) = amount, amount < 1 else { return [] }
            return [RuleMistake(pointer, "out_of_range", "An amount is at least 1.")]
        }
        let list = pointer + "/tiers"
        guard (1...RuleGrant.tiersMax).contains(tiers.count) else {
            return [RuleMistake(list, "out_of_range", "There are 1 to \(RuleGrant.tiersMax) tiers.")]
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
            mistakes.append(
                RuleMistake(
                    pointer + "/from", "out_of_order", "Each tier begins above the previous one."))
        } else if before == nil, tier.from != 1 {
            mistakes.append(RuleMistake(pointer + "/from", "out_of_order", "The first tier begins at 1."))
        } else if let most = limits.perBeneficiary, tier.from > most {
            mistakes.append(
                RuleMistake(
                    pointer + "/from", "out_of_range",
                    "Beneficiaries can't get so many: `per_beneficiary` is \(most)."))
        }
        if tier.amount < 1 {
            mistakes.append(RuleMistake(pointer + "/amount", "out_of_range", "An amount is at least 1."))
        }
        return mistakes
    }

    private var limitMistakes: [RuleMistake] {
        var mistakes: [RuleMistake] = []
        if let most = limits.perBeneficiary, most < 1 {
            mistakes.append(RuleMistake("/limits/per_beneficiary", "out_of_range", "It is at least 1."))
        }
        if let most = limits.perBeneficiaryPerDay, !(1...Self.perDayMax).contains(most) {
            mistakes.append(
                RuleMistake(
                    "/limits/per_beneficiary_per_day", "out_of_range", "It is 1 to \(Self.perDayMax)."))
        }
        if let budget = limits.budget, let most = pay.flatMap(\.amounts).max(), budget < most {
            mistakes.append(
                RuleMistake(
                    "/limits/budget", "out_of_range",
                    "It is below an amount that the rule pays, so that amount could never be paid: \(most)."))
        }
        if !Self.holdHoursRange.contains(holdHours) {
            mistakes.append(
                RuleMistake(
                    "/hold/hours", "out_of_range", "It is 0 to \(Self.holdHoursRange.upperBound)."))
        }
        return mistakes
    }

    private var windowMistakes: [RuleMistake] {
        guard let from, let until, until <= from else { return [] }
        return [RuleMistake("/until", "out_of_range", "The end is before the start.")]
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

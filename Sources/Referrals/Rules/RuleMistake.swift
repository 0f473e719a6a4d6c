/// Something in a rule that makes no sense.
package struct RuleMistake: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case conditionsOutOfRange
        case conditionRepeated
        /// With a number outside of it the condition could never hold.
        case numberOutOfRange(ClosedRange<Int64>)
        case grantsOutOfRange
        case currencyRepeated(RewardRole)
        case amountTooSmall
        case tiersOutOfRange
        case firstTierNotAtOne
        case tiersOutOfOrder
        /// The limit for each beneficiary.
        case tierAboveLimit(Int64)
        case limitTooSmall
        case limitPerDayOutOfRange
        /// An amount that the rule pays.
        case budgetTooSmall(Int64)
        case holdOutOfRange
        case endBeforeStart
    }

    /// RFC 6901, within the rule.
    package let pointer: String
    package let reason: Reason

    init(_ pointer: String, _ reason: Reason) {
        self.pointer = pointer
        self.reason = reason
    }

    /// In snake_case, for programs.
    package var code: String {
        switch reason {
        case .conditionRepeated, .currencyRepeated: "duplicate"
        case .firstTierNotAtOne, .tiersOutOfOrder: "out_of_order"
        case .conditionsOutOfRange, .numberOutOfRange, .grantsOutOfRange, .amountTooSmall, .tiersOutOfRange,
            .tierAboveLimit, .limitTooSmall, .limitPerDayOutOfRange, .budgetTooSmall, .holdOutOfRange,
            .endBeforeStart:
            "out_of_range"
        }
    }

    /// For people.
    package var detail: String {
        switch reason {
        case .conditionsOutOfRange: "A rule has 1 to 16 conditions."
        case .conditionRepeated: "The condition is repeated."
        case .numberOutOfRange(let range):
            "It must be \(range.lowerBound) to \(range.upperBound), otherwise it could never hold."
        case .grantsOutOfRange: "A rule pays 1 to 4 grants."
        case .currencyRepeated(let role):
            "The \(role.rawValue) already gets this currency from another grant of the rule."
        case .amountTooSmall: "An amount is at least 1."
        case .tiersOutOfRange: "There are 1 to \(RuleGrant.tiersMax) tiers."
        case .firstTierNotAtOne: "The first tier begins at 1."
        case .tiersOutOfOrder: "Each tier begins above the previous one."
        case .tierAboveLimit(let most): "Beneficiaries can't get so many: `per_beneficiary` is \(most)."
        case .limitTooSmall: "It is at least 1."
        case .limitPerDayOutOfRange: "It is 1 to \(RuleTerms.perDayMax)."
        case .budgetTooSmall(let most):
            "It is below an amount that the rule pays, so that amount could never be paid: \(most)."
        case .holdOutOfRange: "It is 0 to \(RuleTerms.holdHoursRange.upperBound)."
        case .endBeforeStart: "The end is before the start."
        }
    }
}

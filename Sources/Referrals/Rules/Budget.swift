internal import Values

/// The most that a rule pays in one currency, and the marks at which operators learn how much is spent.
package struct Budget: Equatable, Sendable {
    package enum Mark: Sendable {
        /// 80 % are spent.
        case low
        /// The rest is too little for the smallest reward.
        case spent
    }

    package let amount: Int64
    /// The smallest reward that the rule pays in this currency.
    package let smallestReward: Int64

    package init(amount: Int64, smallestReward: Int64) {
        self.amount = amount
        self.smallestReward = smallestReward
    }

    /// The spending from which on the budget is low: 80 %, rounded up.
    package var lowFrom: Int64 { amount - amount / 5 }

    /// The marks that a rule's spending reaches, in order.
    ///
    /// - Parameter before: nil for a budget under which nothing was decided before.
    package func marks(from before: Int64?, to spent: Int64) -> [Mark] {
        let earlier = before.map(marks(at:)) ?? []
        return marks(at: spent).filter { !earlier.contains($0) }
    }

    private func marks(at spent: Int64) -> [Mark] {
        (spent >= lowFrom ? [.low] : []) + (spent > amount - smallestReward ? [.spent] : [])
    }
}

extension RuleTerms {
    /// The budget of each currency that the rule pays in; none without one.
    package var budgets: [Currency: Budget] {
        guard let amount = limits.budget else { return [:] }
        let grants = Dictionary(grouping: pay, by: \.currency)
        return grants.mapValues { Budget(amount: amount, smallestReward: $0.flatMap(\.amounts).min() ?? 0) }
    }
}

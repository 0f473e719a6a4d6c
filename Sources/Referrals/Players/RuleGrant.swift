/// A rule's payment to one side of a referral in one currency.
package struct RuleGrant: Hashable, Sendable {
    package let role: RewardRole
    package let currency: Currency
    package let amount: Amount

    package enum Amount: Hashable, Sendable {
        /// In the currency's smallest unit.
        case fixed(Int64)
        /// By how many of the rule's rewards the beneficiary has been given, this one counted.
        case tiers([Tier])
    }

    package struct Tier: Hashable, Sendable {
        /// From which reward on, counted from 1.
        package let from: Int64
        package let amount: Int64

        package init(from: Int64, amount: Int64) {
            self.from = from
            self.amount = amount
        }
    }

    package static let tiersMax = 50

    package init(to role: RewardRole, _ currency: Currency, _ amount: Amount) {
        self.role = role
        self.currency = currency
        self.amount = amount
    }

    package var isTiered: Bool {
        if case .tiers = amount { true } else { false }
    }

    /// The amounts that it may come to, those of tiers in their order.
    package var amounts: [Int64] {
        switch amount {
        case .fixed(let amount): [amount]
        case .tiers(let tiers): tiers.map(\.amount)
        }
    }

    /// Of the beneficiary's reward of this number, counted from 1; 0 where no tier has it.
    func amount(ofReward number: Int64) -> Int64 {
        switch amount {
        case .fixed(let amount): amount
        case .tiers(let tiers): tiers.last { $0.from <= number }?.amount ?? 0
        }
    }
}

extension RuleGrant {
    /// For people, such as `referrer:gems:50` and `referrer:gems:1=50/10=80`.
    package var text: String {
        let amounts =
            switch amount {
            case .fixed(let amount): "\(amount)"
            case .tiers(let tiers): tiers.map { "\($0.from)=\($0.amount)" }.joined(separator: "/")
            }
        return "\(role.rawValue):\(currency):\(amounts)"
    }
}

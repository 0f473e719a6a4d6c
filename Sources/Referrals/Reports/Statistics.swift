/// How many users there are, and what became of them.
package struct UserCounts: Equatable, Sendable {
    package let users: Int64
    package let signedUp: Int64
    package let referred: Int64
    package let rejected: Int64

    package init(users: Int64 = 0, signedUp: Int64 = 0, referred: Int64 = 0, rejected: Int64 = 0) {
        self.users = users
        self.signedUp = signedUp
        self.referred = referred
        self.rejected = rejected
    }
}

/// Rewards of one rule, status and currency.
package struct RewardCount: Equatable, Sendable {
    package let rule: RuleName
    package let status: Reward.Status
    package let currency: Currency
    package let count: Int64
    package let amount: Int64

    package init(rule: RuleName, status: Reward.Status, currency: Currency, count: Int64, amount: Int64) {
        self.rule = rule
        self.status = status
        self.currency = currency
        self.count = count
        self.amount = amount
    }
}

/// The ledger's entries of one currency and kind.
package struct LedgerSum: Equatable, Sendable {
    package let currency: Currency
    package let kind: LedgerEntry.Kind
    package let entries: Int64
    package let amount: Int64

    package init(currency: Currency, kind: LedgerEntry.Kind, entries: Int64, amount: Int64) {
        self.currency = currency
        self.kind = kind
        self.entries = entries
        self.amount = amount
    }
}

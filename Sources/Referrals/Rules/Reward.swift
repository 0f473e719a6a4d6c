package import FoundationEssentials
package import Values

/// What a rule granted: once for each (beneficiary, rule, subject).
package struct Reward: Equatable, Sendable {
    package enum Status: String, Sendable {
        case paid
        /// Waits for an administrator.
        case held
        case void
    }

    package let id: UUID
    package let rule: RuleName
    package let beneficiary: UserID
    package let role: RewardRole
    /// The player whose state deserved it.
    package let subject: UserID
    package let currency: Currency
    package let amount: Int64
    package let status: Status
    package let reason: String
    package let grantedAt: Timestamp

    package init(
        id: UUID, rule: RuleName, beneficiary: UserID, role: RewardRole, subject: UserID, currency: Currency,
        amount: Int64, status: Status, reason: String, grantedAt: Timestamp
    ) {
        self.id = id
        self.rule = rule
        self.beneficiary = beneficiary
        self.role = role
        self.subject = subject
        self.currency = currency
        self.amount = amount
        self.status = status
        self.reason = reason
        self.grantedAt = grantedAt
    }
}

package import FoundationEssentials
package import Values

/// A rule's reward: once for each (beneficiary, rule, subject, currency).
package struct Reward: Equatable, Sendable {
    package enum Status: String, Sendable {
        case paid
        /// Waits for its time, or for an administrator.
        case held
        case void
        /// It was paid, and taken back.
        case reversed
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
    /// When a held one is paid by itself; nil where an administrator decides.
    package let releaseAt: Timestamp?
    /// Which version of the rule made it; nil for a rule in Swift, and where it wasn't kept.
    package let ruleVersion: Int64?
    /// The missing part of its reversal.
    package let unrecovered: Int64
    /// The objections to paying it, for administrators.
    package let codes: TrustCodes

    package init(
        id: UUID, rule: RuleName, beneficiary: UserID, role: RewardRole, subject: UserID, currency: Currency,
        amount: Int64, status: Status, reason: String, grantedAt: Timestamp,
        releaseAt: Timestamp? = nil, ruleVersion: Int64? = nil, unrecovered: Int64 = 0,
        codes: TrustCodes = []
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
        self.releaseAt = releaseAt
        self.ruleVersion = ruleVersion
        self.codes = codes
        self.unrecovered = unrecovered
    }
}

extension Reward {
    /// Whether an administrator is to decide on it, or to hear that a merge could not take all of it back.
    package var waitsForReview: Bool {
        status == .held && releaseAt == nil
            || status == .reversed && unrecovered > 0 && codes.contains(.mergeLimit)
    }

    /// The same, for an administrator to decide on.
    package var forReview: Reward {
        Reward(
            id: id, rule: rule, beneficiary: beneficiary, role: role, subject: subject, currency: currency,
            amount: amount, status: status, reason: reason, grantedAt: grantedAt, ruleVersion: ruleVersion,
            unrecovered: unrecovered, codes: codes)
    }

    /// The same, with more that speaks against it.
    package func marked(_ more: TrustCodes) -> Reward { with(codes.union(more)) }

    /// The same, with less that speaks against it.
    package func without(_ less: TrustCodes) -> Reward { with(codes.subtracting(less)) }

    private func with(_ codes: TrustCodes) -> Reward {
        Reward(
            id: id, rule: rule, beneficiary: beneficiary, role: role, subject: subject, currency: currency,
            amount: amount, status: status, reason: reason, grantedAt: grantedAt,
            releaseAt: releaseAt, ruleVersion: ruleVersion, unrecovered: unrecovered, codes: codes)
    }

    /// The same, taken back.
    package func reversed(unrecovered: Int64) -> Reward {
        Reward(
            id: id, rule: rule, beneficiary: beneficiary, role: role, subject: subject, currency: currency,
            amount: amount, status: .reversed, reason: reason, grantedAt: grantedAt,
            releaseAt: releaseAt, ruleVersion: ruleVersion, unrecovered: unrecovered, codes: codes)
    }
}

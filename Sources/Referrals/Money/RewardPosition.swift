package import FoundationEssentials
package import Values

/// Where a page of a user's rewards ended.
package struct RewardPosition: Equatable, Sendable {
    package let subject: UserID
    package let rule: RuleName
    /// Nil for behind all of the rule's.
    package let currency: Currency?

    package init(subject: UserID, rule: RuleName, currency: Currency?) {
        self.subject = subject
        self.rule = rule
        self.currency = currency
    }
}

/// Where a page of rewards ended.
package enum RewardsCursor: Equatable, Sendable {
    case id(UUID)
    /// Of one beneficiary's.
    case position(RewardPosition)
}

package import Values

/// A rule's rewards of one beneficiary for one subject: one in each currency.
package struct RewardKey: Hashable, Comparable, Sendable {
    package let beneficiary: UserID
    package let subject: UserID
    package let rule: RuleName

    package init(beneficiary: UserID, subject: UserID, rule: RuleName) {
        self.beneficiary = beneficiary
        self.subject = subject
        self.rule = rule
    }

    package init(_ reward: Reward) {
        self.init(beneficiary: reward.beneficiary, subject: reward.subject, rule: reward.rule)
    }

    package static func < (left: RewardKey, right: RewardKey) -> Bool {
        if left.beneficiary != right.beneficiary { return left.beneficiary < right.beneficiary }
        return left.subject == right.subject ? left.rule < right.rule : left.subject < right.subject
    }
}

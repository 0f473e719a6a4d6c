package import Values

/// The reads before a docket is judged. Judging never needs more than this, and usually less: limits and
/// budgets are locked also for rewards that checks then deny.
package struct Needs: Equatable, Sendable {
    /// Rewards that may have been made before, though their subjects don't remember it.
    package internal(set) var rewards: Set<RewardKey> = []
    /// Players whose findings checks need.
    package internal(set) var suspects: [UserID: User] = [:]
    /// The sums of rules with limits or tiers, each with the version since which it counts.
    package internal(set) var grantCounts: [GrantLimits.Key: Int64] = [:]
    package internal(set) var budgets: [GrantLimits.BudgetKey: Budget] = [:]
    /// Users whose accounts or counts may grow.
    package internal(set) var credited: Set<UserID> = []

    package init() {}

    package var isEmpty: Bool { rewards.isEmpty && suspects.isEmpty && grantCounts.isEmpty }
}

extension RuleBook {
    /// The input of `judge`, found by judging without any objections.
    ///
    /// - Parameters:
    ///   - trustsMemory: whether users remember all that was decided for good about them.
    package func needs(
        of docket: Docket, _ statuses: [UserID: ModerationStatus], trustsMemory: Bool
    ) -> Needs {
        guard hasNeeds || !trustsMemory else { return Needs() }
        var answers = Answers(statuses: statuses)
        answers.grantLimits = .boundless
        let most = judge(docket, given: answers, makeID: { .zero })
        var needs = Needs()
        needs.suspects = most.suspects
        if !trustsMemory { needs.rewards = Set(most.rewards.map(RewardKey.init)) }
        for reward in most.rewards { note(reward, in: &needs) }
        guard !needs.isEmpty else { return Needs() }
        needs.credited = Set(most.rewards.map(\.beneficiary) + most.events.compactMap(\.creditedReferrer))
        return needs
    }

    /// Whether a rule has limits or tiers, or checks look at what is kept of players.
    private var hasNeeds: Bool { trust.wantsFindings || rules.contains(where: \.isCounted) }

    private func note(_ reward: Reward, in needs: inout Needs) {
        guard let compiled = rules.first(where: { $0.name == reward.rule }), compiled.isCounted else {
            return
        }
        let (rule, budgetKey) = (
            compiled.rule, GrantLimits.BudgetKey(rule: reward.rule, currency: reward.currency)
        )
        let key = GrantLimits.Key(beneficiary: reward.beneficiary, budgetKey: budgetKey)
        needs.grantCounts[key] = rule.countedFrom ?? rule.version
        if let budget = compiled.budgets[reward.currency] { needs.budgets[budgetKey] = budget }
    }
}

package import Values

/// The rewards of an anonymous player and of its account, compared with those of one player.
package struct JoinedRewards {
    private struct Key: Hashable {
        let budgetKey: GrantLimits.BudgetKey
        let beneficiary: UserID
        let subject: UserID
    }

    private let account: UserID
    private let player: UserID
    /// The account and all who became it.
    private let family: Set<UserID>
    private let rules: [RuleName: Rule]

    /// - Parameters:
    ///   - merged: who became the account before the player.
    ///   - rules: each in its newest version, archived ones too.
    package init(_ player: UserID, into account: UserID, merged: [UserID], rules: [Rule]) {
        self.account = account
        self.player = player
        family = Set(merged + [account, player])
        self.rules = Dictionary(rules.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The excess, newest first.
    ///
    /// A rule gives a beneficiary one reward for a subject in a currency, and as many in all and in 24 hours
    /// as its limits say. Where one of the two has more, by an earlier version of the rule, that many stay.
    ///
    /// - Parameter rewards: all that the limits look at, of any status, each once.
    package func excess(among rewards: [Reward]) -> [Reward] {
        var seen: Set<Key> = []
        let live = rewards.filter { $0.status == .paid || $0.status == .held }
            .sorted { ($0.grantedAt, $0.id) < ($1.grantedAt, $1.id) }
        let once = live.filter { seen.insert(key(of: $0)).inserted }
        let ours = Dictionary(grouping: once.filter { isOurs($0) }, by: \.budgetKey)
        let within = ours.flatMap { budgetKey, rewards in kept(of: rewards, by: rules[budgetKey.rule]) }
        let staying = Set(within.map(\.id)).union(once.lazy.filter { !isOurs($0) }.map(\.id))
        return live.filter { !staying.contains($0.id) }.reversed()
    }

    private func isOurs(_ reward: Reward) -> Bool { family.contains(reward.beneficiary) }

    private func key(of reward: Reward) -> Key {
        Key(
            budgetKey: reward.budgetKey, beneficiary: isOurs(reward) ? account : reward.beneficiary,
            subject: family.contains(reward.subject) ? account : reward.subject)
    }

    /// - Parameter rewards: of one rule in one currency, oldest first.
    private func kept(of rewards: [Reward], by rule: Rule?) -> [Reward] {
        guard let rule else { return rewards }
        let parts = [
            rewards.filter { $0.beneficiary == player }, rewards.filter { $0.beneficiary != player },
        ]
        let most = rule.terms.limits.perBeneficiary.map { limit in
            max(limit, parts.map { Int64($0.count) }.max() ?? 0)
        }
        let mostInADay = rule.terms.limits.perBeneficiaryPerDay.map { limit in
            max(limit, parts.map(Self.mostInADay).max() ?? 0)
        }
        var kept: [Reward] = []
        var dayStart = 0
        for reward in rewards {
            let dayAgo = reward.grantedAt.adding(seconds: -GrantLimits.daySeconds)
            while dayStart < kept.count, kept[dayStart].grantedAt <= dayAgo { dayStart += 1 }
            if let most, kept.count >= most { continue }
            if let mostInADay, kept.count - dayStart >= mostInADay { continue }
            kept.append(reward)
        }
        return withoutLowerTiers(kept, by: rule)
    }

    private static func mostInADay(_ rewards: [Reward]) -> Int64 {
        var (most, start) = (0, 0)
        for (index, reward) in rewards.enumerated() {
            let dayAgo = reward.grantedAt.adding(seconds: -GrantLimits.daySeconds)
            while rewards[start].grantedAt <= dayAgo { start += 1 }
            most = max(most, index - start + 1)
        }
        return Int64(most)
    }

    /// The player's come after the account's: one that is above what its tier pays then doesn't stay.
    private func withoutLowerTiers(_ rewards: [Reward], by rule: Rule) -> [Reward] {
        var count = Int64(rewards.count { $0.beneficiary != player })
        return rewards.filter { reward in
            guard reward.beneficiary == player else { return true }
            let grant = rule.terms.pay.first {
                $0.isTiered && $0.role == reward.role && $0.currency == reward.currency
            }
            if let grant, reward.ruleVersion == rule.version,
                reward.amount > grant.amount(ofReward: count + 1)
            {
                return false
            }
            count += 1
            return true
        }
    }
}

extension Reward {
    package var budgetKey: GrantLimits.BudgetKey { GrantLimits.BudgetKey(rule: rule, currency: currency) }
}

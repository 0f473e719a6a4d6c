internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// The rewards of a family, and of the player's referrer, as far as a merge needs them. They are locked
/// until the transaction ends.
struct FamilyRewards {
    let family: MergedFamily
    /// The player's rewards.
    let given: [CountGivenTo.Row]
    /// Each in its newest version, archived ones too.
    let rules: [Rule]
    /// The rewards of each for the other, or for a user merged into it before; locked.
    var held: [Reward] = []
    /// All that the family and its referrers have for the family, in order, and what limits count besides.
    var rewards: [Reward] = []
    /// Users merged into the referrer.
    var former: [UserID] = []

    /// The owners of these beneficiaries' rewards, if they were merged.
    var mergedInto: [UserID: UserID] {
        var mergedInto: [UserID: UserID] = [:]
        for uid in family.merged + [family.player] { mergedInto[uid] = family.account }
        for uid in former { mergedInto[uid] = family.referrer }
        return mergedInto
    }

    var beneficiaries: [UserID] { family.all + [family.referrer].compactMap(\.self) + former }

    /// The rewards of each for the other: users aren't paid for referring themselves.
    var own: [Reward] {
        let (player, others) = (family.player, family.others)
        return rewards.filter { reward in
            let isOwn =
                reward.subject == player
                ? others.contains(reward.beneficiary)
                : reward.beneficiary == player && others.contains(reward.subject)
            return isOwn && reward.role == .referrer && reward.status == .paid
        }
    }

    /// The excess, newest first.
    ///
    /// - Parameter reversed: rewards that are reversed for another reason.
    func excess(without reversed: [Reward]) -> [Reward] {
        let gone = Set((reversed + held).map(\.id))
        return JoinedRewards(family.player, into: family.account, merged: family.merged, rules: rules)
            .excess(among: rewards.filter { !gone.contains($0.id) })
    }

    /// The player's remaining rewards: clawed-back ones free their limits.
    func given(without excess: [Reward]) -> [CountGivenTo.Row] {
        let gone = Dictionary(grouping: excess, by: \.budgetKey)
        return given.map { budgetKey, sum in
            let gone = gone[budgetKey] ?? []
            let times = Set(gone.map(\.grantedAt))
            let recent = sum.recent.filter { !times.contains($0) }
            return (budgetKey, GrantLimits.Given(count: sum.count - Int64(gone.count), recent: recent))
        }
    }
}

extension FamilyRewards {
    /// In one round trip, and one more where players became the referrer.
    ///
    /// - Parameter locking: which held ones are locked.
    mutating func read(
        locking: [LockHeldRewards] = [], in transaction: Transaction
    ) async throws(PostgresError) {
        let counted = Set(rules.lazy.filter(\.terms.isCounted).map(\.name))
        let budgetKeys = given.map(\.budgetKey).filter { counted.contains($0.rule) }
        let isCounted = !budgetKeys.isEmpty
        let (held, _, counting, about, former) = try await transaction.sendEach(
            locking,
            isCounted
                ? [LockGrantCounts(budgetKeys.map { .init(beneficiary: family.account, budgetKey: $0) })]
                : [],
            isCounted ? [FindLiveRewards(of: family.all, by: Array(Set(budgetKeys.map(\.rule))))] : [],
            [FindRewardsAbout(family.all, to: beneficiaries)],
            family.referrer.map { [FindPlayersMerged(into: [$0])] } ?? [])
        self.held = held.flatMap(\.self).map(\.reward)
        self.former = former.flatMap { $0.map(\.player) }
        rewards = about.flatMap(\.self)
        if !self.former.isEmpty {
            rewards += try await transaction.send(FindRewardsAbout(family.all, to: self.former))
        }
        let seen = Set(rewards.map(\.id))
        rewards += counting.flatMap(\.self).filter { !seen.contains($0.id) }
    }
}

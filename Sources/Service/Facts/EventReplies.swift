internal import Postgres
internal import Referrals
internal import Store

/// The first answers to events that were recorded earlier, made again from what was kept.
struct EventReplies {
    let pool: PostgresPool

    func replies(to recorded: [RecordedEvent]) async throws(PostgresError) -> [Event.Key: EventReply] {
        let keys = Set(recorded.flatMap(\.rewardKeys))
        let rewards = keys.isEmpty ? [] : try await pool.run(FindRewards(Array(keys)))
        let byKey = Dictionary(uniqueKeysWithValues: rewards.map { (RewardKey($0), $0) })
        return Dictionary(
            uniqueKeysWithValues: recorded.map { event in
                (
                    event.event.key,
                    EventReply(recorded: event, rewards: event.rewards(from: byKey), isReplayed: true)
                )
            })
    }
}

extension RecordedEvent {
    /// Where the rewards are that the event made: with the user or with whoever referred the user.
    fileprivate var rewardKeys: [RewardKey] {
        let beneficiaries = [user.uid, user.referral.referredBy].compactMap(\.self)
        return decisions.filter(\.madeReward).flatMap { decision in
            beneficiaries.map { RewardKey(beneficiary: $0, subject: user.uid, rule: decision.rule) }
        }
    }

    /// As they were first answered: what became of a held reward since is not told.
    fileprivate func rewards(from kept: [RewardKey: Reward]) -> [Reward] {
        decisions.filter(\.madeReward).compactMap { decision in
            let reward = rewardKeys.lazy.filter { $0.rule == decision.rule }.compactMap { kept[$0] }.first
            return reward?.with(status: decision.outcome == .held ? .held : .paid)
        }
    }
}

extension Reward {
    fileprivate func with(status: Status) -> Reward {
        Reward(
            id: id, rule: rule, beneficiary: beneficiary, role: role, subject: subject, currency: currency,
            amount: amount, status: status, reason: reason, grantedAt: grantedAt)
    }
}

internal import Batching
package import Postgres
package import Referrals
internal import Store

/// The first answers to events that were recorded earlier, made again from what was kept.
package struct EventReplies {
    let context: RewardsContext

    package init(context: RewardsContext) {
        self.context = context
    }

    package func replies(to recorded: [RecordedEvent]) async throws(PostgresError) -> [Event.Key: EventReply]
    {
        let keys = Set(recorded.flatMap(\.rewardKeys))
        let rewards = keys.isEmpty ? [] : try await context.pool.run(FindRewards(Array(keys)))
        let byKey = Dictionary(grouping: rewards, by: RewardKey.init)
        var replies: [Event.Key: EventReply] = [:]
        for event in try await context.programme.explain(recorded) {
            replies[event.event.key] = EventReply(
                recorded: event, rewards: event.rewards(from: byKey), isReplayed: true)
        }
        return replies
    }
}

extension Programme {
    /// Events as they were read, with every rule's decision.
    package func explain(_ recorded: [RecordedEvent]) async throws(PostgresError) -> [RecordedEvent] {
        var books: [Int64: RuleBook] = [:]
        for version in Set(recorded.compactMap(\.summary?.programme)) {
            books[version] = try await book(of: version)
        }
        return recorded.map { event in
            guard let summary = event.summary, let book = books[summary.programme] else { return event }
            return event.explained(by: book)
        }
    }
}

extension RecordedEvent {
    /// The account with the event's rewards: the user, or its referrer.
    fileprivate var rewardKeys: [RewardKey] {
        let beneficiaries = [user.uid, user.referral.referredBy].compactMap(\.self)
        return decisions.filter(\.madeReward).flatMap { decision in
            beneficiaries.map { RewardKey(beneficiary: $0, subject: user.uid, rule: decision.rule) }
        }
    }

    /// As they were first answered: what became of a held reward since is not told.
    fileprivate func rewards(from kept: [RewardKey: [Reward]]) -> [Reward] {
        decisions.filter(\.madeReward).compactMap { decision in
            let found = rewardKeys.filter { $0.rule == decision.rule }.flatMap { kept[$0] ?? [] }
            let reward = found.first { reward in
                decision.grant.map { $0.role == reward.role && $0.currency == reward.currency } ?? true
            }
            return reward?.with(status: decision.outcome == .held ? .held : .paid)
        }
    }
}

extension Reward {
    func with(status: Status) -> Reward {
        Reward(
            id: id, rule: rule, beneficiary: beneficiary, role: role, subject: subject, currency: currency,
            amount: amount, status: status, reason: reason, grantedAt: grantedAt, releaseAt: releaseAt,
            ruleVersion: ruleVersion, codes: codes)
    }
}

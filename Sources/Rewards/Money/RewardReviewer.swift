internal import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Reviews a reward in one transaction of three round trips. (1) Lock the subject, then take the reward.
/// (2) Read the payee's account. (3) Book it, have the subject remember it, and commit.
struct RewardReviewer {
    let context: RewardsContext
    let now: Timestamp

    func run(_ review: RewardReview) async throws(PostgresError) -> Result<Reward, RewardError> {
        let found = try await context.reward(review.rewardID, of: review.uid)
        guard let reward = found else { return .failure(.rewardNotFound) }
        if reward.status == .reversed, reward.waitsForReview, review.decision == .void {
            return .success(try await close(reward, by: review))
        }
        guard reward.status == .held else { return answer(review, with: reward) }
        let macs = try await context.pool.run(FindRewardMACs([reward.id], of: reward.beneficiary))
        let mac = macs.first?.mac
        if review.decision == .release, !context.causes.admits(.reward(reward), mac) {
            return .failure(.rewardUnproved)
        }
        let reviewed = try await context.booking { locks throws(PostgresError) in
            try await decide(on: reward, mac, by: review, locks)
        }
        if let reviewed {
            context.metrics.countRewards([reviewed])
            return .success(reviewed)
        }
        // Another process was faster.
        let after = try await context.reward(reward.id, of: reward.beneficiary)
        return answer(review, with: after ?? reward)
    }

    private func answer(_ review: RewardReview, with reward: Reward) -> Result<Reward, RewardError> {
        guard reward.status == review.status else { return .failure(.rewardNotHeld(reward.status)) }
        return .success(reward)
    }

    /// The missing rest stays missing, without further tries.
    private func close(_ reward: Reward, by review: RewardReview) async throws(PostgresError) -> Reward {
        let closed = reward.without(.mergeLimit)
        try await context.pool.transaction { transaction throws(PostgresError) in
            try await transaction.commit(
                SetRewardCodes(closed), InsertAuditEntries([audit(review, reward)], by: context.ledgerKey))
        }
        return closed
    }

    /// Nil when it is no longer held.
    private func decide(
        on held: Reward, _ mac: [UInt8]?, by review: RewardReview, _ locks: Bool
    ) async throws(PostgresError) -> Reward? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (subjects, rewards) = try await transaction.send(
                LockUsers([held.subject]), UpdateHeldReward(held, as: review.status, mac: mac))
            guard let reward = rewards.first else { return nil }
            var writes = DecidedWrites()
            writes.add(reviewed: [reward], as: review.outcome, of: subjects, at: now)
            transaction.order(writes.credited)
            writes.wakeMerges(of: [reward.beneficiary], at: now)
            try await writes.commit(
                transaction, after: [InsertAuditEntries([audit(review, reward)], by: context.ledgerKey)],
                in: context, locks: locks)
            return reward
        }
    }

    private func audit(_ review: RewardReview, _ reward: Reward) -> AuditEntry {
        let what = "\(reward.amount) \(reward.currency) of \(reward.rule) for \(reward.subject)"
        return AuditEntry(
            id: context.makeID(), actor: review.actor, action: "reward.\(review.decision.rawValue)",
            uid: reward.beneficiary, detail: "\(reward.id.lowercaseText): \(what): \(review.reason)",
            createdAt: now, before: AuditText.reward(reward.status == .reversed ? .reversed : .held),
            after: AuditText.reward(reward.status == .reversed ? .reversed : review.status))
    }
}

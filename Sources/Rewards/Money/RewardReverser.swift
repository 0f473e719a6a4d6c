internal import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Takes a paid reward back in one transaction of two round trips: (1) lock the account, and read the reward;
/// (2) book what is there of it, and commit.
///
/// The subject's memory stays: the rule has decided, and doesn't pay for it again.
struct RewardReverser {
    let context: RewardsContext
    let now: Timestamp

    func run(_ reversal: RewardReversal) async throws(PostgresError) -> Result<Reward, RewardError> {
        let found = try await context.reward(reversal.rewardID, of: reversal.uid)
        guard let reward = found else { return .failure(.rewardNotFound) }
        let merges = try await context.pool.run(FindMerges(of: [reward.beneficiary]))
        let result = try await context.booking { _ throws(PostgresError) in
            try await attempt(reversal, of: reward, paidBy: merges.first?.account)
        }
        guard case .success((let reversed, isRepeat: let isRepeat)) = result else {
            return result.map(\.0)
        }
        if !isRepeat { context.metrics.countRewards([reversed]) }
        return .success(reversed)
    }

    /// - Parameter fallbackUser: the account that the beneficiary was merged into.
    private func attempt(
        _ reversal: RewardReversal, of reward: Reward, paidBy fallbackUser: UserID?
    ) async throws(PostgresError) -> Result<(Reward, isRepeat: Bool), RewardError> {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        let fallback = fallbackUser.map { Account(uid: $0, currency: reward.currency) }
        return try await context.pool.transaction { transaction throws(PostgresError) in
            if let fallbackUser { transaction.order([reward.beneficiary, fallbackUser]) }
            let (accounts, rewards) = try await transaction.send(
                LockBalances([account] + [fallback].compactMap(\.self)),
                FindReward(reward.id, of: reward.beneficiary))
            guard let reward = rewards.first else { return .failure(.rewardNotFound) }
            if reward.status == .reversed { return .success((reward, isRepeat: true)) }
            guard reward.status == .paid else { return .failure(.rewardNotPaid(reward.status)) }
            var booking = LedgerBooking(on: accounts, sealedBy: context.ledgerKey)
            let taken = booking.recoverable(of: reward, fallback: fallback)
            guard taken == reward.amount || reversal.shortfall == .takeWhatIsThere else {
                return .failure(.insufficientBalance(balance: taken))
            }
            let reversed = booking.clawBack(
                reward, fallback: fallback, because: reversal.reason, as: context.makeID(), at: now)
            var writes = booking.statements
            if reward.role == .referrer { writes.append(UncountRewardedReferee(reversed)) }
            writes.append(InsertAuditEntries([audit(reversal, reversed, taken)], by: context.ledgerKey))
            writes += context.changes.statements { $0.add(booking.changes) }
            try await transaction.commit(writes)
            return .success((reversed, isRepeat: false))
        }
    }

    private func audit(_ reversal: RewardReversal, _ reward: Reward, _ taken: Int64) -> AuditEntry {
        let what = "\(taken) of \(reward.amount) \(reward.currency) of \(reward.rule) for \(reward.subject)"
        return AuditEntry(
            id: context.makeID(), actor: reversal.actor, action: "reward.reverse", uid: reward.beneficiary,
            detail: "\(reward.id.lowercaseText): \(what): \(reversal.reason)", createdAt: now,
            before: AuditText.reward(.paid), after: AuditText.reward(.reversed))
    }
}

internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Takes a paid reward back in one transaction of two round trips: (1) lock the account, and read the reward;
/// (2) book what is there of it, and commit.
///
/// What the subject remembers stays: the rule has decided, and pays nothing for it again.
struct RewardReverser {
    let context: ServiceContext
    let now: Timestamp

    func run(_ reversal: RewardReversal) async throws(PostgresError) -> Result<Reward, RewardError> {
        let found = try await context.pool.run(FindReward(reversal.rewardID, of: reversal.uid))
        guard let reward = found.first else { return .failure(.rewardNotFound) }
        let outcome = try await context.booking { _ throws(PostgresError) in
            try await attempt(reversal, of: reward)
        }
        guard case .success((let reversed, isRepeat: let isRepeat)) = outcome else {
            return outcome.map(\.0)
        }
        if !isRepeat { context.metrics.countRewards([reversed]) }
        return .success(reversed)
    }

    private func attempt(
        _ reversal: RewardReversal, of reward: Reward
    ) async throws(PostgresError) -> Result<(Reward, isRepeat: Bool), RewardError> {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        return try await context.pool.transaction { transaction throws(PostgresError) in
            let (accounts, rewards) = try await transaction.send(
                LockBalances([account]), FindReward(reward.id, of: reward.beneficiary))
            guard let reward = rewards.first else { return .failure(.rewardNotFound) }
            if reward.status == .reversed { return .success((reward, isRepeat: true)) }
            guard reward.status == .paid else { return .failure(.rewardNotPaid(reward.status)) }
            var standing = accounts.first ?? LedgerAccount(unused: account)
            let there = standing.balance.amount
            guard there >= reward.amount || reversal.shortfall == .takeWhatIsThere else {
                return .failure(.insufficientBalance(balance: there))
            }
            let taken = min(there, reward.amount)
            let reversed = reward.reversed(unrecovered: reward.amount - taken)
            var writes: [any Statement] = [ReverseReward(reward, unrecovered: reversed.unrecovered)]
            if taken > 0 { writes += booking(reversed, taken, reversal.reason, on: &standing) }
            if reward.role == .referrer { writes.append(UncountRewardedReferee(reversed)) }
            writes.append(InsertAuditEntries([audit(reversal, reversed, taken)]))
            try await transaction.commit(writes)
            return .success((reversed, isRepeat: false))
        }
    }

    private func booking(
        _ reward: Reward, _ taken: Int64, _ reason: String, on account: inout LedgerAccount
    ) -> [any Statement] {
        var writer = ChainWriter(key: context.ledgerKey)
        let entry = account.balance.reverse(
            reward, taking: taken, id: context.makeID(), because: reason, at: now)
        writer.add(entry, for: reward, to: &account.head)
        return [SetBalances([account]), writer.statement]
    }

    private func audit(_ reversal: RewardReversal, _ reward: Reward, _ taken: Int64) -> AuditEntry {
        let what = "\(taken) of \(reward.amount) \(reward.currency) of \(reward.rule) for \(reward.subject)"
        return AuditEntry(
            id: context.makeID(), actor: reversal.actor, action: "reward.reverse", uid: reward.beneficiary,
            detail: "\(reward.id.lowercaseText): \(what): \(reversal.reason)", createdAt: now,
            before: AuditText.reward(.paid), after: AuditText.reward(.reversed))
    }
}

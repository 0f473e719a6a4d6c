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
/// What the subject remembers stays: the rule has decided, and pays nothing for it again.
struct RewardReverser {
    let context: RewardsContext
    let now: Timestamp

    func run(_ reversal: RewardReversal) async throws(PostgresError) -> Result<Reward, RewardError> {
        let (found, merges) = try await context.pool.run(
            FindReward(reversal.rewardID, of: reversal.uid), FindMerges(of: [reversal.uid]))
        guard let reward = found.first else { return .failure(.rewardNotFound) }
        let outcome = try await context.booking { _ throws(PostgresError) in
            try await attempt(reversal, of: reward, paidBy: merges.first?.account)
        }
        guard case .success((let reversed, isRepeat: let isRepeat)) = outcome else {
            return outcome.map(\.0)
        }
        if !isRepeat { context.metrics.countRewards([reversed]) }
        return .success(reversed)
    }

    /// - Parameter heir: who has what the beneficiary had, which became this account.
    private func attempt(
        _ reversal: RewardReversal, of reward: Reward, paidBy heir: UserID?
    ) async throws(PostgresError) -> Result<(Reward, isRepeat: Bool), RewardError> {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        let purse = heir.map { Account(uid: $0, currency: reward.currency) }
        return try await context.pool.transaction { transaction throws(PostgresError) in
            if let heir { transaction.order([reward.beneficiary, heir]) }
            let (accounts, rewards) = try await transaction.send(
                LockBalances([account] + [purse].compactMap(\.self)),
                FindReward(reward.id, of: reward.beneficiary))
            guard let reward = rewards.first else { return .failure(.rewardNotFound) }
            if reward.status == .reversed { return .success((reward, isRepeat: true)) }
            guard reward.status == .paid else { return .failure(.rewardNotPaid(reward.status)) }
            var standing = accounts.first { $0.balance.account == account } ?? LedgerAccount(unused: account)
            let source = accounts.first { $0.balance.account == purse }
            let missing = max(0, reward.amount - standing.balance.amount)
            let there = standing.balance.amount + min(missing, source?.balance.amount ?? 0)
            guard there >= reward.amount || reversal.shortfall == .takeWhatIsThere else {
                return .failure(.insufficientBalance(balance: there))
            }
            let taken = min(there, reward.amount)
            let reversed = reward.reversed(unrecovered: reward.amount - taken)
            var writes: [any Statement] = [ReverseReward(reward, unrecovered: reversed.unrecovered, at: now)]
            if taken > 0 { writes += booking(reversed, taken, reversal.reason, on: &standing, source) }
            if reward.role == .referrer { writes.append(UncountRewardedReferee(reversed)) }
            writes.append(InsertAuditEntries([audit(reversal, reversed, taken)], by: context.ledgerKey))
            try await transaction.commit(writes)
            return .success((reversed, isRepeat: false))
        }
    }

    private func booking(
        _ reward: Reward, _ taken: Int64, _ reason: String, on account: inout LedgerAccount,
        _ source: LedgerAccount?
    ) -> [any Statement] {
        var writer = ChainWriter(key: context.ledgerKey)
        var others: [LedgerAccount] = []
        let missing = taken - account.balance.amount
        if missing > 0, var source {
            let (id, uids) = (context.makeID(), (source.balance.account.uid, account.balance.account.uid))
            let left = source.balance.transfer(-missing, id: id, with: uids.1, because: reason, at: now)
            let came = account.balance.transfer(missing, id: id, with: uids.0, because: reason, at: now)
            writer.add(left, to: &source.head)
            writer.add(came, to: &account.head)
            others.append(source)
        }
        let entry = account.balance.reverse(
            reward, taking: taken, id: context.makeID(), because: reason, at: now)
        writer.add(entry, for: reward, to: &account.head)
        return [SetBalances(others + [account]), writer.statement]
    }

    private func audit(_ reversal: RewardReversal, _ reward: Reward, _ taken: Int64) -> AuditEntry {
        let what = "\(taken) of \(reward.amount) \(reward.currency) of \(reward.rule) for \(reward.subject)"
        return AuditEntry(
            id: context.makeID(), actor: reversal.actor, action: "reward.reverse", uid: reward.beneficiary,
            detail: "\(reward.id.lowercaseText): \(what): \(reversal.reason)", createdAt: now,
            before: AuditText.reward(.paid), after: AuditText.reward(.reversed))
    }
}

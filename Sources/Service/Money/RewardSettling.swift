package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store

/// What an administrator decided about a held reward.
package struct RewardSettlement: Equatable, Sendable {
    package enum Decision: String, Sendable {
        case release
        case void
    }

    package let uid: UserID
    package let rewardID: UUID
    package let decision: Decision
    /// For the audit.
    package let reason: String
    /// The key that asked, for the audit.
    package let actor: String

    package init(uid: UserID, rewardID: UUID, decision: Decision, reason: String, actor: String) {
        self.uid = uid
        self.rewardID = rewardID
        self.decision = decision
        self.reason = reason
        self.actor = actor
    }

    fileprivate var status: Reward.Status { decision == .release ? .paid : .void }
    fileprivate var outcome: Outcome { decision == .release ? .paid : .denied }
}

/// Settles a held reward in one transaction of two round trips: (1) lock the subject, then take the reward;
/// (2) pay it, write down what became of the rule, and commit.
struct RewardSettling {
    let context: ServiceContext
    let now: Timestamp

    func run(_ settlement: RewardSettlement) async throws(PostgresError) -> Result<Reward, ServiceError> {
        let found: [Reward] = try await context.pool.run(FindReward(settlement.rewardID, of: settlement.uid))
        guard let reward = found.first else { return .failure(.rewardNotFound) }
        guard reward.status == .held else { return answer(settlement, with: reward) }
        if let settled = try await settle(reward, settlement) {
            context.metrics.countRewards([settled])
            return .success(settled)
        }
        // Somebody was quicker.
        let after: [Reward] = try await context.pool.run(FindReward(settlement.rewardID, of: settlement.uid))
        return answer(settlement, with: after.first ?? reward)
    }

    private func answer(_ settlement: RewardSettlement, with reward: Reward) -> Result<Reward, ServiceError> {
        guard reward.status == settlement.status else {
            return .failure(.rewardAlreadySettled(reward.status))
        }
        return .success(reward)
    }

    /// Nil when it is no longer held.
    private func settle(
        _ reward: Reward, _ settlement: RewardSettlement
    ) async throws(PostgresError) -> Reward? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (users, settled) = try await transaction.send(
                LockUsers([reward.subject]), SettleReward(RewardKey(reward), as: settlement.status))
            guard let settled = settled.first else { return nil }
            let grants = settled.status == .paid ? [settled.granted(at: now)] : []
            try await transaction.commit(
                SettleRules(users.map { $0.settling(reward.rule, as: settlement.outcome) }),
                CreditBalances(grants.map(Credit.init)), InsertGrants(grants.map(Grant.init)),
                InsertAuditEntries([audit(settlement, settled)]))
            return settled
        }
    }

    private func audit(_ settlement: RewardSettlement, _ reward: Reward) -> AuditEntry {
        let what = "\(reward.amount) \(reward.currency) of \(reward.rule) for \(reward.subject)"
        return AuditEntry(
            id: context.makeID(), actor: settlement.actor, action: "reward.\(settlement.decision.rawValue)",
            uid: reward.beneficiary,
            detail: "\(reward.id.lowercaseText): \(what): \(settlement.reason)",
            createdAt: now)
    }
}

extension User {
    fileprivate func settling(_ rule: RuleName, as outcome: Outcome) -> User {
        var user = self
        user.settled[rule] = outcome
        return user
    }
}

extension Reward {
    /// As it enters the ledger: then, not when it was made.
    fileprivate func granted(at now: Timestamp) -> Reward {
        Reward(
            id: id, rule: rule, beneficiary: beneficiary, role: role, subject: subject, currency: currency,
            amount: amount, status: status, reason: reason, grantedAt: now)
    }
}

extension Credit {
    /// One reward alone.
    fileprivate init(_ reward: Reward) {
        self.init(
            account: Account(uid: reward.beneficiary, currency: reward.currency), amount: reward.amount,
            entries: 1)
    }
}

extension Grant {
    fileprivate init(_ reward: Reward) {
        self.init(reward: reward, amountAfter: 0, entriesAfter: 0)
    }
}

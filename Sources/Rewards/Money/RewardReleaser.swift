internal import Batching
internal import EventLoops
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Pays held rewards when their time has come, by PostgreSQL's clock, unless another process is at it.
///
/// A reward leaves the state of being held once, whoever tries: the lease only spares processes the work of
/// each other.
package final class RewardReleaser: Recurring {
    private static let batchRewards = 200

    let failure = "paying what was held failed"
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        var due = try await context.pool.run(FindDueRewards(limit: Self.batchRewards))
        guard !due.isEmpty else { return }
        try await context.pool.work(at: .release) { () throws(PostgresError) in
            try await pay(due)
            guard due.count == Self.batchRewards else { return false }
            due = try await context.pool.run(FindDueRewards(limit: Self.batchRewards))
            return !due.isEmpty
        }
    }

    /// Together; where that can't be, each alone, so that none holds up others.
    private func pay(_ found: [HeldReward]) async throws(PostgresError) {
        let due = found.filter { context.causes.admits(.reward($0.reward), $0.mac) }
        if due.count < found.count {
            let admitted = Set(due.map(\.reward.id))
            let refused = found.filter { !admitted.contains($0.reward.id) }
            try await context.pool.run(HoldDueRewards(refused, because: .unproved))
        }
        guard !due.isEmpty else { return }
        do throws(PostgresError) {
            try await payTogether(due)
        } catch {
            guard error != .closed, due.count > 1 || ConstraintRefusal(error) != nil else { throw error }
            for reward in due { try await payAlone(reward) }
        }
    }

    private func payAlone(_ reward: HeldReward) async throws(PostgresError) {
        do throws(PostgresError) {
            try await payTogether([reward])
        } catch {
            if error == .closed { throw error }
            context.log(LogLine(.warning, "a reward that was held can't be paid", error.logFields))
            // What no balance has room for would be the first to be tried for ever: an administrator decides.
            guard ConstraintRefusal(error) != nil else { return }
            try await context.pool.run(HoldDueRewards([forReview(reward)], because: []))
        }
    }

    /// What is thought of the beneficiary by now counts.
    private func payTogether(_ due: [HeldReward]) async throws(PostgresError) {
        guard !context.standings.isEmpty else { return try await settle(due, as: .paid) }
        let byStanding = Dictionary(grouping: due) { context.standings.standing(of: $0.reward.beneficiary) }
        if let watched = byStanding[.watched] {
            try await context.pool.run(HoldDueRewards(watched.map(forReview), because: .watched))
        }
        if let blocked = byStanding[.blocked] { try await settle(blocked, as: .void) }
        if let good = byStanding[.good] { try await settle(good, as: .paid) }
    }

    /// The MAC of a reward that an administrator decides on from now on.
    private func forReview(_ held: HeldReward) -> HeldReward {
        (held.reward, context.causes.mac(of: .reward(held.reward.forReview)))
    }

    private func settle(_ due: [HeldReward], as status: Reward.Status) async throws(PostgresError) {
        let (now, subjects) = (context.clock.now, due.map(\.reward.subject))
        let paid = try await context.booking { locks throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                context.lockInOrder(subjects, in: transaction)
                let (users, rewards) = try await transaction.send(
                    LockUsers(Array(Set(subjects))), ReleaseDueRewards(due, as: status))
                var writes = DecidedWrites()
                writes.add(
                    reviewed: rewards, as: status == .paid ? .paid : .denied, of: users, at: now)
                transaction.order(writes.credited)
                let payees = writes.payees
                try await writes.commit(
                    transaction, after: payees.isEmpty ? [] : [WakeMerges(of: payees, at: now)],
                    sealedBy: context.ledgerKey, locks: locks)
                return rewards
            }
        }
        context.metrics.countRewards(paid)
    }
}

internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Pays held rewards when their time has come, by PostgreSQL's clock, unless another process is at it.
///
/// A reward leaves the held state only once, in any process. The lease only avoids duplicate work.
package final class RewardReleaser: Recurring {
    /// If no more can be paid, others hold many locks: the next round tries again.
    private static let heldUpMax = 1_000

    let failure = "paying held rewards failed"
    private let context: RewardsContext
    private let batchRewards: Int

    package init(_ context: RewardsContext, batchRewards: Int = 200) {
        self.context = context
        self.batchRewards = batchRewards
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        var due = try await context.pool.run(FindDueRewards(limit: batchRewards))
        guard !due.isEmpty else { return }
        var heldUp: [UUID] = []
        try await context.pool.work(under: .release) { () throws(PostgresError) in
            heldUp += try await pay(due)
            guard due.count == batchRewards, heldUp.count <= Self.heldUpMax else { return false }
            due = try await context.pool.run(FindDueRewards(limit: batchRewards, without: heldUp))
            return !due.isEmpty
        }
    }

    /// Together; where that can't be, each alone, so that none holds up others.
    ///
    /// - Returns: those that can't be paid now.
    private func pay(_ found: [HeldReward]) async throws(PostgresError) -> [UUID] {
        let due = found.filter { context.causes.admits(.reward($0.reward), $0.mac) }
        if due.count < found.count {
            let admitted = Set(due.map(\.reward.id))
            let refused = found.filter { !admitted.contains($0.reward.id) }
            try await context.pool.run(HoldDueRewards(refused, because: .unproved))
        }
        guard !due.isEmpty else { return [] }
        do throws(PostgresError) {
            try await payTogether(due)
            return []
        } catch {
            guard error != .closed, due.count > 1 || ConstraintRefusal(error) != nil else { throw error }
            var heldUp: [UUID] = []
            for held in due where try await !payAlone(held) { heldUp.append(held.reward.id) }
            return heldUp
        }
    }

    /// - Returns: false where that can't be now.
    private func payAlone(_ reward: HeldReward) async throws(PostgresError) -> Bool {
        do throws(PostgresError) {
            try await payTogether([reward])
            return true
        } catch {
            if error == .closed { throw error }
            context.log(LogLine(.warning, "a held reward can't be paid", error.logFields))
            // A reward that no balance has room for would be tried first forever: an administrator decides.
            guard ConstraintRefusal(error) != nil else { return false }
            try await context.pool.run(HoldDueRewards([forReview(reward)], because: []))
            return true
        }
    }

    /// The beneficiary's current moderation status counts.
    private func payTogether(_ due: [HeldReward]) async throws(PostgresError) {
        guard !context.moderation.isEmpty else { return try await finish(due, as: .paid) }
        let byStatus = Dictionary(grouping: due) { context.moderation.status(of: $0.reward.beneficiary) }
        if let watched = byStatus[.watched] {
            try await context.pool.run(HoldDueRewards(watched.map(forReview), because: .watched))
        }
        if let blocked = byStatus[.blocked] { try await finish(blocked, as: .void) }
        if let good = byStatus[.good] { try await finish(good, as: .paid) }
    }

    /// The MAC of a reward that an administrator decides on from now on.
    private func forReview(_ held: HeldReward) -> HeldReward {
        (held.reward, context.causes.mac(of: .reward(held.reward.forReview)))
    }

    private func finish(_ due: [HeldReward], as status: Reward.Status) async throws(PostgresError) {
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
                writes.wakeMerges(of: writes.payees, at: now)
                try await writes.commit(
                    transaction, after: [], in: context, locks: locks)
                return rewards
            }
        }
        context.metrics.countRewards(paid)
    }
}

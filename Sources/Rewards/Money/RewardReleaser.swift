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
    let failure = "paying held rewards failed"
    private let context: RewardsContext
    private let batchRewards: Int

    package init(_ context: RewardsContext, batchRewards: Int = 200) {
        self.context = context
        self.batchRewards = batchRewards
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        var due = try await due()
        guard !due.isEmpty else { return }
        try await context.pool.work(under: .release) { () throws(PostgresError) in
            try await pay(due)
            guard due.count == batchRewards else { return false }
            due = try await self.due()
            return !due.isEmpty
        }
    }

    /// Without those that are set aside.
    private func due() async throws(PostgresError) -> [HeldReward] {
        let others = context.setAside.waiting(.rewards, at: context.clock.now).compactMap(\.id)
        return try await context.pool.run(FindDueRewards(limit: batchRewards, without: others))
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
            for held in due { context.noteDone(SetAside.Key(held.reward), of: .rewards) }
        } catch {
            guard error.isOfItem else { throw error }
            for held in due { try await payAlone(held) }
        }
    }

    private func payAlone(_ held: HeldReward) async throws(PostgresError) {
        let key = SetAside.Key(held.reward)
        do throws(PostgresError) {
            try await payTogether([held])
        } catch {
            guard error.isOfItem else { throw error }
            guard ConstraintRefusal(error) != nil else {
                _ = context.postpone(key, of: .rewards, because: error)
                return
            }
            // A reward that no balance has room for would be tried first forever: an administrator decides.
            context.log(LogLine(.warning, "a held reward can't be paid", error.logFields))
            try await context.pool.run(HoldDueRewards([forReview(held)], because: []))
        }
        context.noteDone(key, of: .rewards)
    }

    /// The beneficiary's current moderation status counts, and that of a friend who was blocked since.
    private func payTogether(_ due: [HeldReward]) async throws(PostgresError) {
        guard !context.moderation.isEmpty else { return try await finish(due, as: .paid) }
        let ofBlocked = due.filter { isForBlockedFriend($0.reward) }
        if !ofBlocked.isEmpty {
            try await context.pool.run(HoldDueRewards(ofBlocked.map(forReview), because: .blocked))
        }
        let due = due.filter { !isForBlockedFriend($0.reward) }
        let byStatus = Dictionary(grouping: due) { context.moderation.status(of: $0.reward.beneficiary) }
        if let watched = byStatus[.watched] {
            try await context.pool.run(HoldDueRewards(watched.map(forReview), because: .watched))
        }
        if let blocked = byStatus[.blocked] { try await finish(blocked, as: .void) }
        if let good = byStatus[.good] { try await finish(good, as: .paid) }
    }

    /// Whether a referrer, who isn't blocked itself, would be paid for a blocked friend.
    private func isForBlockedFriend(_ reward: Reward) -> Bool {
        reward.role == .referrer && context.moderation.status(of: reward.subject) == .blocked
            && context.moderation.status(of: reward.beneficiary) != .blocked
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

extension SetAside.Key {
    fileprivate init(_ reward: Reward) {
        self.init(uid: reward.beneficiary, id: reward.id)
    }
}

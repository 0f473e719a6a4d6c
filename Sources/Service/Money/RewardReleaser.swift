internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Pays held rewards when their time has come, by PostgreSQL's clock, unless another process is at it.
///
/// A reward leaves the state of being held once, whoever tries: the lease only spares processes the work of
/// each other.
final class RewardReleaser: Recurring {
    private static let batchRewards = 200

    let failure = "paying what was held failed"
    private let context: ServiceContext

    init(_ context: ServiceContext) {
        self.context = context
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        var due = try await context.pool.run(FindDueRewards(limit: Self.batchRewards))
        guard !due.isEmpty, let turn = try await context.pool.run(TakeDuty(.release, isAsked: true)).first
        else { return }
        while !due.isEmpty {
            try await pay(due)
            guard due.count == Self.batchRewards,
                try await !context.pool.run(KeepDuty(.release, turn: turn)).isEmpty
            else { break }
            due = try await context.pool.run(FindDueRewards(limit: Self.batchRewards))
        }
        try await context.pool.run(EndDuty(.release, turn: turn, dueAfterSeconds: 0))
    }

    /// Together; where that can't be, each alone, so that none holds up others.
    private func pay(_ due: [Reward]) async throws(PostgresError) {
        do throws(PostgresError) {
            try await payTogether(due)
        } catch {
            guard error != .closed, due.count > 1 || ConstraintRefusal(error) != nil else { throw error }
            for reward in due { try await payAlone(reward) }
        }
    }

    private func payAlone(_ reward: Reward) async throws(PostgresError) {
        do throws(PostgresError) {
            try await payTogether([reward])
        } catch {
            if error == .closed { throw error }
            context.log(LogLine(.warning, "a reward that was held can't be paid", error.logFields))
            // What no balance has room for would be the first to be tried for ever: an administrator decides.
            guard ConstraintRefusal(error) != nil else { return }
            try await context.pool.run(HoldDueRewards([reward], because: []))
        }
    }

    /// What is thought of the beneficiary by now counts.
    private func payTogether(_ due: [Reward]) async throws(PostgresError) {
        guard !context.standings.isEmpty else { return try await settle(due, as: .paid) }
        let byStanding = Dictionary(grouping: due) { context.standings.standing(of: $0.beneficiary) }
        if let watched = byStanding[.watched] {
            try await context.pool.run(HoldDueRewards(watched, because: .watched))
        }
        if let blocked = byStanding[.blocked] { try await settle(blocked, as: .void) }
        if let good = byStanding[.good] { try await settle(good, as: .paid) }
    }

    private func settle(_ due: [Reward], as status: Reward.Status) async throws(PostgresError) {
        let now = context.clock.now
        let paid = try await context.booking { locks throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                context.lockInOrder(due.map(\.subject), in: transaction)
                let (subjects, rewards) = try await transaction.send(
                    LockUsers(Array(Set(due.map(\.subject)))), ReleaseDueRewards(due, as: status))
                var writes = DecidedWrites()
                writes.add(
                    reviewed: rewards, as: status == .paid ? .paid : .denied, of: subjects, at: now)
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

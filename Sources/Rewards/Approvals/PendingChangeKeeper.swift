package import Batching
package import EventLoops
package import Postgres
internal import Referrals
internal import Store
internal import Values

/// Withdraws changes that have waited for a second operator too long: what was right for the programme then
/// may be wrong now. Processes may meet on a change, and one of them withdraws it.
package struct PendingChangeKeeper: Recurring {
    package let failure = "withdrawing pending changes failed"
    package let pauseMilliseconds = 60_000
    private let context: RewardsContext
    private let approvals: ApprovalService

    package init(_ context: RewardsContext, _ approvals: ApprovalService) {
        self.context = context
        self.approvals = approvals
    }

    package var log: @Sendable (LogLine) -> Void { context.log }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        let days = context.approvals.days
        let oldest = context.clock.now.adding(seconds: -Int64(days) * 86_400)
        let others = Set(context.setAside.waiting(.approvals, at: context.clock.now))
        let waiting = try await context.pool.run(ListWaitingChanges(limit: ApprovalService.waitingMax))
        for change in waiting where change.madeAt < oldest {
            let key = SetAside.Key(uid: nil, id: change.id)
            guard !others.contains(key) else { continue }
            do throws(PostgresError) {
                _ = try await approvals.decide(
                    change, as: .withdrawn, "change.withdraw", "it waited for \(days) days", by: "shipmate")
                context.noteDone(key, of: .approvals)
            } catch {
                guard error.isOfItem else { throw error }
                _ = context.postpone(key, of: .approvals, because: error)
            }
        }
    }
}

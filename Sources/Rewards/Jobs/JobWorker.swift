internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store

/// Runs jobs that no process works on, whichever process created them. A lease marks a job in progress;
/// after a crash another process takes over.
package final class JobWorker: Recurring {
    /// An operator must look at a backfill that fails each time.
    private static let turnsMax = 20

    let failure = "looking for trials and backfills failed"
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        guard let taken = try await context.pool.run(TakeJob()).first else { return }
        let turn = JobTurn(taken.job, taken.turn, pool: context.pool)
        do throws(PostgresError) {
            try await run(turn, on: loop)
        } catch {
            if error == .closed { throw error }
            context.log(LogLine(.error, "a trial or a backfill failed", error.logFields))
            // A backfill is taken up again where it was left, when its lease has run out.
            guard turn.job.kind == .trial || turn.number >= Self.turnsMax else { return }
            try await turn.end(.internalError)
        }
    }

    private func run(_ turn: JobTurn, on loop: isolated EventLoop) async throws(PostgresError) {
        switch turn.job.kind {
        case .backfill: try await BackfillRun(turn: turn, context: context).run(on: loop)
        case .trial:
            // Its sums were lost with the process that worked on it.
            guard turn.number == 1 else { return try await turn.end(.interrupted) }
            let rules = try await context.pool.run(ListRules())
            let isNamed = rules.contains { $0.rule.name == turn.job.rule.name }
            try await TrialRun(turn, isNamed: isNamed, context).run(on: loop)
        }
    }
}

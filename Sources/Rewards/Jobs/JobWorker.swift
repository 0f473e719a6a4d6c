internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store

/// Runs jobs that no process works on, whichever process created them. A lease marks a job in progress;
/// after a crash another process takes over.
package final class JobWorker: Recurring {
    /// An operator must look at a backfill that fails each time.
    private static let leasesMax = 20

    let failure = "looking for trials and backfills failed"
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        guard let taken = try await context.pool.run(AcquireJob()).first else { return }
        let lease = JobLease(taken.job, taken.fencingToken, context)
        do throws(PostgresError) {
            try await run(lease, on: loop)
        } catch {
            if error == .closed { throw error }
            context.log(LogLine(.error, "a trial or a backfill failed", error.logFields))
            // A backfill is taken up again where it was left, when its lease has run out.
            guard lease.job.kind == .trial || lease.fencingToken >= Self.leasesMax else { return }
            try await lease.end(.internalError)
        }
    }

    private func run(_ lease: JobLease, on loop: isolated EventLoop) async throws(PostgresError) {
        switch lease.job.kind {
        case .backfill: try await BackfillRun(lease: lease, context: context).run(on: loop)
        case .trial:
            // Its sums were lost with the process that worked on it.
            guard lease.fencingToken == 1 else { return try await lease.end(.interrupted) }
            let rules = try await context.pool.run(ListRules())
            let isNamed = rules.contains { $0.rule.name == lease.job.rule.name }
            try await TrialRun(lease, isNamed: isNamed, context).run(on: loop)
        }
    }
}

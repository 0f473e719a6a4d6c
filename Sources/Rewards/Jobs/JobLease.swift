internal import Batching
internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store

/// A job under way in this process, for as long as no other takes it over.
final class JobLease {
    private static let renewMilliseconds = 1_000

    /// As it is here; the database has it as it was a second ago.
    var job: Job
    let fencingToken: Int64
    private let context: RewardsContext
    private var renewedAt = MonotonicInstant.now

    init(_ job: Job, _ fencingToken: Int64, _ context: RewardsContext) {
        self.job = job
        self.fencingToken = fencingToken
        self.context = context
    }

    /// Keeps the lease, and what has become of the job; false when another process has taken it over.
    func renew() async throws(PostgresError) -> Bool {
        guard MonotonicInstant.now.milliseconds(since: renewedAt) >= Self.renewMilliseconds else {
            return true
        }
        renewedAt = .now
        return try await !context.pool.run(RenewJob(job, fencingToken: fencingToken)).isEmpty
    }

    func end(_ failure: Job.Failure? = nil) async throws(PostgresError) {
        job.state = failure == nil ? .done : .failed
        job.failure = failure
        if failure == nil { job.progressPermille = 1_000 }
        let change = Change(
            job.kind == .trial ? .trialDone : .backfillDone, of: nil, at: context.clock.now,
            .job(id: job.id, rule: job.rule.name, state: job.state))
        try await context.pool.runAll(
            [EndJob(job, fencingToken: fencingToken)] + context.changes.statements { $0.add(change) })
    }

    /// - Parameter share: of what is to be done; it never goes back.
    func note(share: Double) {
        job.progressPermille = max(job.progressPermille, Int32(min(max(share, 0), 1) * 999))
    }
}

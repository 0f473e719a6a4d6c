internal import Forms
internal import FoundationEssentials
internal import JSON
package import Postgres
package import Referrals
internal import Values

/// Takes a job that no process works on: a waiting one, or one whose process is gone. Fencing tokens count
/// from 1 on.
package struct AcquireJob: Statement {
    package typealias Row = (job: Job, fencingToken: Int64)

    package static let route = Route.coordinator
    package static let sql = """
        UPDATE jobs AS v SET state = 'running', turn = v.turn + 1, leased_until = \(LeaseSQL.end)
        WHERE v.state IN ('waiting', 'running') AND \(LeaseSQL.isOver("v.leased_until"))
        RETURNING \(JobRow.columns), v.turn
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (job: try row.readJob(), fencingToken: try row.read())
    }
}

/// Extends a job's lease, and stores its progress; returns nothing if another process has taken the job
/// over.
package struct RenewJob: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE jobs SET leased_until = \(LeaseSQL.end), done_uid = $3, progress_permille = $4,
            tally = $5::text::jsonb
        WHERE id = $1 AND turn = $2 AND state = 'running' RETURNING turn
        """
    package let parameters: Parameters

    package init(_ job: Job, fencingToken: Int64) {
        parameters = Parameters(
            job.id, fencingToken, job.doneUpTo?.uuid, job.progressPermille,
            TrialTallyForm.reply.text(of: job.tally))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Ends a job, unless another process has taken it over.
package struct EndJob: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE jobs SET state = $3, failure = $4, progress_permille = $5, tally = $6::text::jsonb,
            ended_at = clock_timestamp()
        WHERE id = $1 AND turn = $2 AND state = 'running'
        """
    package let parameters: Parameters

    /// - Parameter job: as it ended.
    package init(_ job: Job, fencingToken: Int64) {
        parameters = Parameters(
            job.id, fencingToken, job.state.rawValue, job.failure?.rawValue, job.progressPermille,
            TrialTallyForm.reply.text(of: job.tally))
    }
}

enum LeaseSQL {
    /// How long a process that was killed at a job holds it up.
    static let end = "clock_timestamp() + interval '15 s'"

    /// A request may begin 12 seconds after the last renewal, and take 15.
    static let webhookEnd = "clock_timestamp() + interval '27 s'"

    /// An end after any possible lease was written manually, and doesn't count.
    static func isOver(_ column: String) -> String {
        "(\(column) < clock_timestamp() OR \(column) > clock_timestamp() + interval '60 s')"
    }
}

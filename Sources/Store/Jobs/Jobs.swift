internal import Forms
package import FoundationEssentials
internal import JSON
package import Postgres
package import Referrals
internal import Values

/// Asks for a job; nothing where one is under way, since there is one at a time.
package struct InsertJob: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO jobs (id, kind, state, name, version, terms, facts_from, facts_until, made_at, made_by)
        VALUES ($1, $2, 'waiting', $3, $4, $5::text::jsonb, $6::timestamptz, $7::timestamptz, $8, $9)
        ON CONFLICT DO NOTHING RETURNING id
        """
    package let parameters: Parameters

    package init(_ job: Job) {
        parameters = Parameters(
            job.id, job.kind.rawValue, job.rule.name.description, job.rule.version,
            RuleTermsForm.reply.text(of: job.rule.terms), job.from, job.until, job.madeAt, job.madeBy)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// A job by its id.
package struct FindJob: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT \(JobRow.columns) FROM jobs AS v WHERE v.id = $1"
    package let parameters: Parameters
    package init(_ id: UUID) { parameters = Parameters(id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Job {
        try row.readJob()
    }
}

/// The job that waits or is under way.
package struct FindJobUnderWay: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(JobRow.columns) FROM jobs AS v WHERE v.state IN ('waiting', 'running')
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Job {
        try row.readJob()
    }
}

/// The columns that a job is read from.
enum JobRow {
    static let columns = """
        v.id, v.kind, \(RuleRow.drafted), v.facts_from, v.facts_until, v.made_at, v.made_by, v.state, v.ended_at, \
        v.failure, v.done_uid, v.progress_permille, v.tally::text
        """
}

extension RowReader {
    mutating func readJob() throws(PostgresError) -> Job {
        Job(
            id: try read(), kind: try readValue(Job.Kind.init(rawValue:)), rule: try readRule(),
            from: try readOptionalTimestamp(), until: try readOptionalTimestamp(),
            madeAt: try readTimestamp(), madeBy: try read(),
            state: try readValue(Job.State.init(rawValue:)), endedAt: try readOptionalTimestamp(),
            failure: try readOptional(Job.Failure.init(rawValue:)), doneUpTo: try readOptionalUserID(),
            progressPermille: try read(), tally: try readValue(TrialTallyForm.stored.value))
    }
}

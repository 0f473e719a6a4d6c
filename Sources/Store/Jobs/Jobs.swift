package import FoundationEssentials
package import Postgres
package import Referrals
internal import Values

/// Asks for a job; nothing where one is under way, since there is one at a time.
package struct InsertJob: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO jobs (id, kind, state, name, version, description, conditions, grants, players, starts_at, ends_at,
            per_beneficiary, per_beneficiary_per_day, budget, hold_hours, facts_from, facts_until, made_at, made_by)
        VALUES ($1, $2, 'waiting', $3, $4, $5, $6::text[], $7::text[], $8, $9::timestamptz, $10::timestamptz,
            $11::bigint, $12::bigint, $13::bigint, $14, $15::timestamptz, $16::timestamptz, $17, $18)
        ON CONFLICT DO NOTHING RETURNING id
        """
    package let parameters: Parameters

    package init(_ job: Job) {
        let terms = job.rule.terms
        parameters = Parameters(
            job.id, job.kind.rawValue, job.rule.name.description, job.rule.version, terms.description,
            terms.when.map(\.text), terms.pay.map(\.text), terms.players.rawValue, terms.from, terms.until,
            terms.limits.perBeneficiary, terms.limits.perBeneficiaryPerDay, terms.limits.budget,
            terms.holdHours, job.from, job.until, job.madeAt, job.madeBy)
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
        v.failure, v.done_uid, v.progress_permille, v.result
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
            progressPermille: try read(), tally: try readTally())
    }

    private mutating func readTally() throws(PostgresError) -> TrialTally {
        let lines: [String] = try read()
        guard let tally = TrialTally(lines: lines) else { throw .decoding("a job's result") }
        return tally
    }
}

package import Postgres
package import Referrals
package import Values

/// The active rules since a time, of one programme after the other; each rule with its own start and end.
///
/// It begins with the programme that was active at that time. A programme without rules is one row.
package struct ListProgrammes: Statement {
    package struct Row: Sendable {
        package let version: Int64
        package let madeAt: Timestamp
        /// Nil for a programme without rules.
        package let rule: RuleCalendar.Programme.Window?
    }

    package static let route = Route.coordinator
    package static let sql = """
        WITH shown AS (
            SELECT version, names, versions, made_at FROM programmes
            WHERE version >= coalesce((SELECT max(version) FROM programmes WHERE made_at <= $1), 0)
            ORDER BY version DESC LIMIT $2)
        SELECT p.version, p.made_at, v.name, (v.terms ->> 'from')::timestamptz, (v.terms ->> 'until')::timestamptz
        FROM shown AS p
        LEFT JOIN LATERAL unnest(p.names, p.versions) AS o (name, version) ON true
        LEFT JOIN rule_versions AS v ON v.name = o.name AND v.version = o.version
        ORDER BY p.version
        """
    package let parameters: Parameters

    /// - Parameter limit: of programmes, the newest.
    package init(since time: Timestamp, limit: Int) {
        parameters = Parameters(time, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        let (version, madeAt): (Int64, Timestamp) = (try row.read(), try row.readTimestamp())
        let name: String? = try row.read()
        let (from, until) = (try row.readOptionalTimestamp(), try row.readOptionalTimestamp())
        let rule = name.map { RuleName(kept: $0) }
        return Row(
            version: version, madeAt: madeAt,
            rule: rule.map { RuleCalendar.Programme.Window($0, from: from, until: until) })
    }
}

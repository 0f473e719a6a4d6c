package import Postgres
package import Referrals

/// The number of a programme, if it exists; by default of the newest.
package struct FindProgramme: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT max(version) FROM programmes WHERE version = $1 OR $1 IS NULL"
    package let parameters: Parameters
    package init(_ version: Int64? = nil) { parameters = Parameters(version) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64? {
        try row.read()
    }
}

/// A programme's active rules in order, each with the programme's number.
package struct ListProgrammeRules: Statement {
    package typealias Row = (programme: Int64, rule: Rule)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT p.version, \(RuleRow.columns)
        FROM programmes AS p
        CROSS JOIN LATERAL unnest(p.names, p.versions) WITH ORDINALITY AS o (name, version, place)
        JOIN rule_versions AS v ON v.name = o.name AND v.version = o.version
        JOIN rules AS r ON r.name = o.name
        WHERE p.version = coalesce($1, (SELECT max(version) FROM programmes)) ORDER BY o.place
        """
    package let parameters: Parameters
    package init(of version: Int64? = nil) { parameters = Parameters(version) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (programme: try row.read(), rule: try row.readRule())
    }
}

/// Activates these rules, in this order; listeners are notified at the commit.
package struct InsertProgramme: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH made AS (
            INSERT INTO programmes (version, names, versions, made_at, trust)
            SELECT coalesce(max(version), 0) + 1, $1::text[], $2::bigint[], clock_timestamp(),
                (SELECT max(version) FROM trust_versions)
            FROM programmes
            RETURNING version)
        SELECT version, pg_notify('\(Channels.programme)', version::text)::text FROM made
        """
    package let parameters: Parameters

    package init(_ rules: [Rule]) {
        parameters = Parameters(rules.map(\.name.description), rules.map(\.version))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

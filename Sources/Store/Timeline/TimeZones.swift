package import Postgres
package import Values

/// Whether PostgreSQL knows a time zone by exactly this name: zones that it accepts besides, such as `CET+1`,
/// mean something else to most readers.
package struct HasTimeZone: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT EXISTS (SELECT FROM pg_timezone_names WHERE name = $1)"
    package let parameters: Parameters
    package init(_ name: String) { parameters = Parameters(name) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.read() }
}

/// Every change of a time zone's offset from 1970 to 2100, in order, and the first offset.
///
/// Changes since then are at whole quarters of an hour.
package struct ListZoneChanges: Statement {
    package typealias Row = ProgrammeZone.Change

    package static let route = Route.coordinator
    package static let sql = """
        WITH days AS (
            SELECT t, seconds, lead(seconds) OVER (ORDER BY t) AS next FROM (SELECT t, \(offset) AS seconds
                FROM generate_series('1970-01-01Z'::timestamptz, '2100-01-01Z', interval '1 day') AS t) AS d
        ), steps AS (
            SELECT t, seconds, lag(seconds) OVER (ORDER BY t) AS former FROM (SELECT t, \(offset) AS seconds
                FROM (SELECT generate_series(t, t + interval '1 day', interval '15 minutes') AS t
                    FROM days WHERE seconds <> next) AS s) AS s
        )
        (SELECT t, seconds FROM days ORDER BY t LIMIT 1)
        UNION ALL
        (SELECT t, seconds FROM steps WHERE seconds <> former ORDER BY t)
        """
    package let parameters: Parameters
    package init(of name: String) { parameters = Parameters(name) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ProgrammeZone.Change {
        ProgrammeZone.Change(from: try row.readTimestamp(), offsetSeconds: try row.read())
    }

    private static let offset =
        "extract(epoch FROM (t AT TIME ZONE $1::text) - (t AT TIME ZONE 'UTC'))::bigint"
}

package import Postgres

/// How many others are doing something in the database just now, this process's own other work included.
package struct CountSessionsAtWork: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            AND state <> 'idle'
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

package import Postgres

/// Kinds of password hashes that have come from elsewhere.
package struct ListPasswordSchemes: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT scheme FROM password_schemes"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> String {
        try row.read()
    }
}

/// Records such kinds, and has every process know of those that are new.
package struct InsertPasswordSchemes: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH made AS (
            INSERT INTO password_schemes (scheme) SELECT * FROM unnest($1::text[])
            ON CONFLICT ON CONSTRAINT password_schemes_pkey DO NOTHING RETURNING scheme)
        SELECT pg_notify('\(Channels.passwordSchemes)', scheme)::text FROM made
        """
    package let parameters: Parameters
    package init(_ schemes: [String]) { parameters = Parameters(schemes.sorted()) }
}

package import Postgres

/// The keys of a test app, which the template keeps in a table, where every server finds them.
package struct FindTestKeys: Statement {
    package typealias Row = (admin: String, server: String)

    /// - Parameters: literals.
    package static func sql(keeping admin: String, _ server: String) -> String {
        """
        CREATE TABLE test_clock.keys (admin text, server text);
        INSERT INTO test_clock.keys VALUES (\(admin), \(server))
        """
    }

    package static let route = Route.coordinator
    package static let sql = "SELECT admin, server FROM test_clock.keys"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (try row.read(), try row.read())
    }
}

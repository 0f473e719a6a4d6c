package import Postgres
package import Values

/// Whose e-mails begin so, in their order.
package struct FindEmailsFrom: Statement {
    package typealias Row = UserID

    package static let sql = """
        SELECT uid FROM credentials WHERE email COLLATE "C" >= $1 AND email COLLATE "C" < $2
        ORDER BY email COLLATE "C" LIMIT $3
        """
    let start: String
    let limit: Int

    /// - Parameter start: in lower case.
    package init(_ start: String, limit: Int) {
        self.start = start
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(start)
        // Unicode's last.
        parameters.add(start + "\u{10ffff}")
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

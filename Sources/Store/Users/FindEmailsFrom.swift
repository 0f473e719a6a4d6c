package import Postgres
package import Values

/// E-mails with this beginning, in order.
package struct FindEmailsFrom: Statement {
    package typealias Row = UserID

    package static let route = Route.administration
    package static let sql = """
        SELECT uid FROM credentials WHERE email COLLATE "C" >= $1 AND email COLLATE "C" < $2
        ORDER BY email COLLATE "C" LIMIT $3
        """
    package let parameters: Parameters

    /// - Parameter start: in lower case.
    package init(_ start: String, limit: Int) {
        let unicodeLast = "\u{10ffff}"
        parameters = Parameters(start, start + unicodeLast, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

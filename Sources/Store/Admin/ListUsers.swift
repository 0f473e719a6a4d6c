package import Postgres
package import Referrals
package import Values

/// A page of all users, newest first.
package struct ListUsers: Statement {
    package static let sql = """
        SELECT \(UserRow.columns) FROM users AS u
        WHERE u.uid < coalesce($1, \(PageEnds.uuid)) AND \(PageSpan.sql("u.uid", "u.created_at", from: 3))
        ORDER BY u.uid DESC LIMIT $2
        """
    let before: UserID?
    let span: PageSpan
    let limit: Int

    package init(before: UserID?, in span: PageSpan = .always, limit: Int) {
        self.before = before
        self.span = span
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(before?.uuid)
        parameters.add(Int64(limit))
        span.bind(to: &parameters)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

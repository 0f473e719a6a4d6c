package import Postgres
package import Referrals
package import Values

/// A page of all users, newest first.
package struct ListUsers: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT \(UserRow.columns) FROM users AS u
        WHERE u.uid < coalesce($1, \(PageEnds.uuid)) AND \(PageSpan.sql("u.uid", "u.created_at", from: 3))
        ORDER BY u.uid DESC LIMIT $2
        """
    package let parameters: Parameters

    package init(before: UserID?, in span: PageSpan = .always, limit: Int) {
        parameters = Parameters(before?.uuid, Int64(limit), span)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

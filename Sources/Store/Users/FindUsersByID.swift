package import Postgres
package import Referrals
package import Values

/// The users of these uids; unknown ones are omitted.
package struct FindUsersByID: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(UserRow.columns) FROM users AS u WHERE u.uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

package import Postgres
package import Referrals
package import Values

/// Records a sign-in, and returns the user; nothing for an erased one.
package struct StampSignIn: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users AS u SET last_signin_at = $2 WHERE u.uid = $1 AND \(UserRow.isThere)
        RETURNING \(UserRow.columns)
        """
    package let parameters: Parameters
    package init(_ uid: UserID, at time: Timestamp) { parameters = Parameters(uid, time) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

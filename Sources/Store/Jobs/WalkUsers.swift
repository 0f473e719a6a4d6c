internal import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// The next users of a walk over all of them.
package struct WalkUsers: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(UserRow.columns) FROM users AS u WHERE u.uid > $1 AND u.uid <= $2 ORDER BY u.uid LIMIT $3
        """
    package let parameters: Parameters

    /// - Parameters:
    ///   - after: the last user of the previous page.
    ///   - last: where the walk ends.
    package init(after: UserID?, upTo last: UserID, limit: Int) {
        parameters = Parameters(after?.uuid ?? .zero, last, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

/// The user whose uid is the last of all.
package struct FindLastUser: Statement {
    package static let route = Route.periodicWork
    package static let sql = "SELECT uid FROM users ORDER BY uid DESC LIMIT 1"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

internal import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// The next users of a walk over all of them.
package struct WalkUsers: Statement {
    package static let sql = """
        SELECT \(UserRow.columns) FROM users AS u WHERE u.uid > $1 AND u.uid <= $2 ORDER BY u.uid LIMIT $3
        """
    let after: UserID?
    let last: UserID
    let limit: Int

    /// - Parameters:
    ///   - after: whom the page before ended with.
    ///   - last: where the walk ends.
    package init(after: UserID?, upTo last: UserID, limit: Int) {
        self.after = after
        self.last = last
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(after?.uuid ?? .zero)
        parameters.add(last)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

/// The user whose uid is the last of all.
package struct FindLastUser: Statement {
    package static let sql = "SELECT uid FROM users ORDER BY uid DESC LIMIT 1"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

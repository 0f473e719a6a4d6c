package import Postgres
package import Referrals
package import Values

/// Reads users and keeps others from changing them until the transaction ends.
///
/// On Citus, which has no `SELECT … FOR UPDATE` across shards, an update that changes nothing.
package struct LockUsers: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(UserRow.columns) FROM unnest($1::uuid[]) AS wanted (uid) JOIN users AS u ON u.uid = wanted.uid
        FOR NO KEY UPDATE OF u
        """
    package static let citusSQL = """
        UPDATE users AS u SET level = u.level WHERE \(Shards.only("u.uid")) RETURNING \(UserRow.columns)
        """

    package let parameters: Parameters
    let isLate: Bool

    /// - Parameter isLate: whether other rows are locked already, since only they tell which users these are.
    ///   A deadlock that comes of it is tried again.
    package init(_ uids: [UserID], isLate: Bool = false) {
        parameters = Parameters(uids.sorted())
        self.isLate = isLate
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

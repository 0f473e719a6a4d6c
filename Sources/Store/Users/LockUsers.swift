package import Postgres
package import Referrals
package import Values

/// Reads users and keeps others from changing them until the transaction ends.
///
/// An update that changes nothing, because Citus has no `SELECT … FOR UPDATE` across shards.
package struct LockUsers: Statement {
    package static let sql = text("u.uid = wanted.uid")
    package static let citusSQL = text(Shards.joined("u.uid", "wanted.uid"))
    private static func text(_ condition: String) -> String {
        """
        UPDATE users AS u SET level = u.level FROM unnest($1::uuid[]) AS wanted (uid) WHERE \(condition)
        RETURNING \(UserRow.columns)
        """
    }

    let uids: [UserID]

    package init(_ uids: [UserID]) {
        self.uids = uids.sorted()
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uids)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

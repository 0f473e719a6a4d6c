package import Postgres
package import Values

/// These users' accounts, with users without one, and whether their referrals' counts are stored. For
/// Citus, where an update of missing counts is a statement on each shard.
package struct FindPayees: Statement {
    package struct Row: Equatable, Sendable {
        package let uid: UserID
        package let isCounted: Bool
        /// Nil for a user without any; one row for each.
        package let account: LedgerAccount?
    }

    package static let route = Route.oneShard
    package static let sql = """
        SELECT u.uid, c.uid IS NOT NULL, b.uid IS NOT NULL,
            b.uid, b.currency, b.amount, b.entries, b.sealed, b.head
        FROM users AS u LEFT JOIN balances AS b ON b.uid = u.uid
        LEFT JOIN referral_counts AS c ON c.uid = u.uid AND c.slot = 0
        WHERE u.uid = ANY ($1::uuid[])
        """
    package let parameters: Parameters
    package init(_ uids: some Sequence<UserID>) { parameters = Parameters(uids.sorted()) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        let uid = try row.readUserID()
        let isCounted: Bool = try row.read()
        let hasAccount: Bool = try row.read()
        return Row(
            uid: uid, isCounted: isCounted, account: hasAccount ? try row.readLedgerAccount() : nil)
    }
}

package import Postgres
package import Referrals
package import Values

/// The referrers of these users, their referrers, and so on, each with the fingerprints that identify two
/// accounts as one person's. On Citus, which can't follow a chain across shards, only these users.
package struct FindChain: Statement {
    package struct Row: Equatable, Sendable {
        package let uid: UserID
        package let referredBy: UserID?
        package let device: Int64?
        package let email: EmailAddress?
        package let signedUpAt: Timestamp?

        package init(
            uid: UserID, referredBy: UserID?, device: Int64? = nil, email: EmailAddress? = nil,
            signedUpAt: Timestamp? = nil
        ) {
            self.uid = uid
            self.referredBy = referredBy
            self.device = device
            self.email = email
            self.signedUpAt = signedUpAt
        }
    }

    package static let route = Route.oneShard
    package static let sql = """
        WITH RECURSIVE chain AS (
            SELECT u.uid, u.referred_by, u.email, u.signed_up_at, 0 AS step
            FROM users AS u WHERE u.uid = ANY ($1::uuid[])
            UNION
            SELECT u.uid, u.referred_by, u.email, u.signed_up_at, c.step + 1
            FROM chain AS c JOIN users AS u ON u.uid = c.referred_by WHERE c.step < $2::integer
        )
        SELECT DISTINCT c.uid, c.referred_by, m.device, c.email, c.signed_up_at
        FROM chain AS c LEFT JOIN sign_up_marks AS m ON m.uid = c.uid AND m.referee = c.uid
        """
    package static let citusSQL = """
        SELECT u.uid, u.referred_by, m.device, u.email, u.signed_up_at
        FROM users AS u LEFT JOIN sign_up_marks AS m ON m.uid = u.uid AND m.referee = u.uid
        WHERE u.uid = ANY ($1::uuid[]) AND $2::integer >= 0
        """
    package let parameters: Parameters

    /// - Parameter stepsMax: the number of steps from a user to its referrer.
    package init(from uids: some Sequence<UserID>, stepsMax: Int) {
        parameters = Parameters(uids.sorted(), Int32(stepsMax))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(
            uid: try row.readUserID(), referredBy: try row.readOptionalUserID(), device: try row.read(),
            email: try row.readOptional(EmailAddress.init), signedUpAt: try row.readOptionalTimestamp())
    }
}

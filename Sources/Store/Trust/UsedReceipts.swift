package import FoundationEssentials
package import Postgres
package import Values

/// A claim's receipt that a sign-up or a user's referral has used.
package struct UsedReceipt: Equatable, Sendable {
    package let id: UUID
    package let uid: UserID
    package let expiresAt: Timestamp

    package init(id: UUID, uid: UserID, expiresAt: Timestamp) {
        self.id = id
        self.uid = uid
        self.expiresAt = expiresAt
    }
}

/// Those of these receipts that were used, and by which users.
package struct FindUsedReceipts: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT id, uid, expires_at FROM used_receipts WHERE id = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ ids: [UUID]) { parameters = Parameters(ids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UsedReceipt {
        UsedReceipt(
            id: try row.read(), uid: try row.readUserID(), expiresAt: try row.readTimestamp())
    }
}

/// Notes receipts as used; one that another call has used meanwhile is a violation of
/// `used_receipts_pkey`.
package struct InsertUsedReceipts: Statement {
    package static let constraint = "used_receipts_pkey"
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO used_receipts (id, uid, expires_at)
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
        """
    package let parameters: Parameters

    package init(_ receipts: [UsedReceipt]) {
        let receipts = receipts.sorted(on: \.id)
        parameters = Parameters(receipts.map(\.id), receipts.map(\.uid), receipts.map(\.expiresAt))
    }
}

package struct DeleteExpiredReceipts: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM used_receipts WHERE id IN (SELECT id FROM used_receipts WHERE expires_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(at now: Timestamp) { parameters = Parameters(now) }
}

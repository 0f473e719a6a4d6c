package import FoundationEssentials
package import Postgres
package import Values

/// Transfers, each by the half that takes money from an account.
package struct WalkTransfers: RowWalk {
    package typealias Row = (uid: UserID, id: UUID, other: UserID)

    package static let route = Route.periodicWork
    package static let sql = """
        SELECT uid, id, subject FROM ledger_entries
        WHERE (uid, id) > ($1, $2) AND kind = 'transfer' AND amount < 0 ORDER BY uid, id LIMIT $3
        """
    package let parameters: Parameters
    package init(_ page: RowPage) { parameters = Parameters(page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), id: try row.read(), other: try row.readUserID())
    }

    package static func position(of row: Row) -> RowPosition {
        RowPosition(uid: row.uid.uuid, id: row.id)
    }
}

/// Refunds that match no redemption of the same account and amount.
package struct FindUnmatchedRefunds: Statement {
    package typealias Row = (uid: UserID, id: UUID)

    package static let route = Route.periodicWork
    package static let sql = """
        SELECT e.uid, e.id FROM ledger_entries AS e
        LEFT JOIN ledger_entries AS o ON o.uid = e.uid AND o.id = e.undoes AND o.currency = e.currency
            AND o.kind = 'redemption' AND o.amount = -e.amount
        WHERE e.kind = 'refund' AND o.id IS NULL LIMIT $1
        """
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), id: try row.read())
    }
}

/// When these users' first events were received; users without events are left out.
package struct FindFirstEvents: Statement {
    package typealias Row = (uid: UserID, receivedAt: Timestamp)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT e.uid, min(e.received_at) FROM events AS e WHERE e.uid = ANY ($1::uuid[]) GROUP BY e.uid
        """
    package let parameters: Parameters
    package init(of uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), receivedAt: try row.readTimestamp())
    }
}

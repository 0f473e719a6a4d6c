package import Postgres
package import Referrals
package import Values

/// Events of these users at which a rule denied something for good.
package struct FindDenyingEvents: Statement {
    package static let route = Route.oneShard
    package static let sql = text("e.uid = ANY ($1::uuid[])")
    package static let citusSQL = text("\(Shards.only("e.uid")) AND \(Shards.only("u.uid"))")

    private static func text(_ condition: String) -> String {
        """
        SELECT \(EventRow.columns) FROM events AS e JOIN users AS u ON u.uid = e.uid
        WHERE \(condition) AND EXISTS (
            SELECT FROM unnest(e.decisions) AS d
            WHERE d LIKE '%=denied=%' AND d NOT LIKE '%=\(Decision.decidedEarlier)')
        LIMIT $2
        """
    }

    package let parameters: Parameters
    package init(of uids: [UserID], limit: Int) { parameters = Parameters(uids, Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecordedEvent {
        try row.readRecordedEvent()
    }
}

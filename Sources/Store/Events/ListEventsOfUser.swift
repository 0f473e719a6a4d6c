internal import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// A page of a user's events, newest first.
///
/// No index has a user's events by time: maintaining one would cost more than a tenth of PostgreSQL's work
/// for each event. So a page reads all of the user's own events. An installation can create the index that
/// Operating shows, and this statement uses it.
package struct ListEventsOfUser: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(EventRow.columns) FROM events AS e JOIN users AS u ON u.uid = e.uid
        WHERE e.uid = $1 AND (e.received_at, \(FactOrder.number), e.id)
            < (coalesce($2, \(PageEnds.time)), coalesce($3, 0), coalesce($4, \(PageEnds.uuid)))
        ORDER BY e.received_at DESC, \(FactOrder.number) DESC, e.id DESC LIMIT $5
        """
    package let parameters: Parameters

    package init(of uid: UserID, before: EventPosition?, limit: Int) {
        parameters = Parameters(
            uid, before?.receivedAt, before?.number.value, before?.id, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecordedEvent {
        try row.readRecordedEvent()
    }
}

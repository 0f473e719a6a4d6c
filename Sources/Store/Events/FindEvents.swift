package import Postgres
package import Referrals

/// The events recorded under these keys; keys not seen are left out.
package struct FindEvents: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(EventRow.columns)
        FROM unnest($1::uuid[], $2::uuid[]) AS wanted (uid, id)
        JOIN events AS e ON e.uid = wanted.uid AND e.id = wanted.id
        JOIN users AS u ON u.uid = e.uid
        """
    package static let citusSQL = "\(sql) WHERE \(Shards.only("u.uid")) AND \(Shards.only("e.uid"))"
    package let parameters: Parameters

    package init(_ keys: [Event.Key]) {
        let keys = keys.sorted()
        parameters = Parameters(keys.map(\.uid), keys.map(\.id))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecordedEvent {
        try row.readRecordedEvent()
    }
}

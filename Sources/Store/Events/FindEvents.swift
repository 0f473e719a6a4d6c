package import Postgres
package import Referrals

/// The events recorded under these keys; keys not seen are left out.
package struct FindEvents: Statement {
    package static let sql = """
        SELECT \(EventRow.columns)
        FROM unnest($1::uuid[], $2::uuid[]) AS wanted (uid, id)
        JOIN events AS e ON e.uid = wanted.uid AND e.id = wanted.id
        JOIN users AS u ON u.uid = e.uid
        """
    package static let citusSQL = "\(sql) WHERE \(Shards.only("u.uid")) AND \(Shards.only("e.uid"))"
    let keys: [Event.Key]

    package init(_ keys: [Event.Key]) {
        self.keys = keys.sorted()
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(keys.map(\.uid))
        parameters.add(keys.map(\.id))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecordedEvent {
        try row.readRecordedEvent()
    }
}

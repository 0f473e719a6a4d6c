package import Postgres

/// Which keys have sealed in this database.
package struct FindLedgerKeys: Statement {
    package typealias Row = (id: Int32, proof: [UInt8])

    package static let route = Route.coordinator
    package static let sql = "SELECT id, proof FROM ledger_keys"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (id: try row.read(), proof: try row.read())
    }
}

/// Keeps what tells a key from another, once.
package struct InsertLedgerKey: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO ledger_keys (id, proof) VALUES ($1, $2) ON CONFLICT ON CONSTRAINT ledger_keys_pkey
            DO NOTHING
        """
    package let parameters: Parameters
    package init(id: Int32, proof: [UInt8]) { parameters = Parameters(id, proof) }
}

/// Whether nothing was ever booked.
package struct IsLedgerEmpty: Statement {
    package static let route = Route.periodicWork
    package static let sql = "SELECT count(*) = 0 FROM (SELECT uid FROM ledger_entries LIMIT 1) AS entries"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        try row.read()
    }
}

/// Whether the first key has been known here for an hour: every process that ran without it has ended by
/// then.
package struct IsLedgerKeyOld: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT coalesce(min(created_at) < clock_timestamp() - interval '1 hour', false) FROM ledger_keys
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        try row.read()
    }
}

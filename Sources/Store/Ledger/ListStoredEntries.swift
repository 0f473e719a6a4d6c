package import Postgres

/// The next entries of a walk over the whole ledger, with the rewards that they name: each account's in
/// order.
package struct ListStoredEntries: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(EntryRow.columns) FROM ledger_entries AS e \(EntryRow.joinedRewards)
        WHERE (e.uid, e.currency, e.sequence) > ($1, $2, $3)
        ORDER BY e.uid, e.currency, e.sequence LIMIT $4
        """
    package let parameters: Parameters

    package init(after position: AccountPosition, _ sequence: Int64, limit: Int) {
        parameters = Parameters(position, sequence, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredEntry {
        try row.readStoredEntry()
    }
}

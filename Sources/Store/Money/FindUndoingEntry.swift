package import Postgres
package import Referrals

/// The entry that took one back, if one did.
package struct FindUndoingEntry: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(LedgerEntryRow.columns) FROM ledger_entries AS e WHERE e.uid = $1 AND e.undoes = $2
        """
    package let parameters: Parameters
    package init(of undone: LedgerEntry.Key) { parameters = Parameters(undone.uid, undone.id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry {
        try row.readLedgerEntry()
    }
}

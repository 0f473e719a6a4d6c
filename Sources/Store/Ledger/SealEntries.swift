package import Postgres
package import Referrals

/// The first entries that are not sealed yet, of accounts that are locked: in order, so many each.
package struct FindUnsealedEntries: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(EntryRow.columns)
        FROM unnest($1::uuid[], $2::text[]) AS wanted (uid, currency)
        JOIN balances AS b ON b.uid = wanted.uid AND b.currency = wanted.currency
        CROSS JOIN LATERAL (
            SELECT * FROM ledger_entries AS l
            WHERE l.uid = b.uid AND l.currency = b.currency AND l.sequence > b.sealed
            ORDER BY l.sequence LIMIT $3) AS e
        \(EntryRow.joinedRewards)
        ORDER BY e.uid, e.currency, e.sequence
        """
    package let parameters: Parameters

    package init(of accounts: [Account], limit: Int) {
        let accounts = accounts.sorted()
        parameters = Parameters(accounts.map(\.uid), accounts.map(\.currency.description), Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredEntry {
        try row.readStoredEntry()
    }
}

/// Gives entries their seals, once each.
package struct SealEntries: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE ledger_entries AS e SET seal = new.seal
        FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS new (uid, id, seal)
        WHERE e.uid = new.uid AND e.id = new.id AND e.seal IS NULL
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("e.uid"))"
    package let parameters: Parameters

    /// - Parameter entries: with their seals.
    package init(_ entries: [StoredEntry]) {
        parameters = Parameters(entries.map(\.uid), entries.map(\.id), entries.map(\.seal))
    }
}

package import FoundationEssentials
package import Postgres

/// The next entries of a walk over the whole ledger, with the rewards that they name: each account's in
/// order.
package struct ListStoredEntries: Statement {
    package static let sql = """
        SELECT \(EntryRow.columns)
        FROM (SELECT * FROM ledger_entries AS l
            WHERE (l.uid, l.currency, l.sequence) > ($1, $2, $3)
            ORDER BY l.uid, l.currency, l.sequence LIMIT $4) AS e
        \(EntryRow.joinedRewards)
        ORDER BY e.uid, e.currency, e.sequence
        """
    let position: AccountPosition
    let sequence: Int64
    let limit: Int

    package init(after position: AccountPosition, _ sequence: Int64, limit: Int) {
        self.position = position
        self.sequence = sequence
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(position.uid)
        parameters.add(position.currency)
        parameters.add(sequence)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredEntry {
        try row.readStoredEntry()
    }
}

/// A paid reward that no entry was booked for.
package struct UnbookedReward: Equatable, Sendable {
    package let uid: UUID
    package let id: UUID

    package init(uid: UUID, id: UUID) {
        self.uid = uid
        self.id = id
    }
}

/// Paid rewards without their entry, those that were found first.
package struct FindUnbookedRewards: Statement {
    package static let query = """
        SELECT r.uid, r.id FROM rewards AS r
        WHERE r.status = 'paid' AND NOT EXISTS (
            SELECT FROM ledger_entries AS e WHERE e.uid = r.uid AND e.id = r.id AND e.kind = 'grant')
        """
    package static let sql = query + " LIMIT $1"
    let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UnbookedReward {
        UnbookedReward(uid: try row.read(), id: try row.read())
    }
}

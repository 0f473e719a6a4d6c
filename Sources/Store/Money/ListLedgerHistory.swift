package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// A user's ledger by time in either direction, from behind the entry `last` on; nothing when there is no
/// such entry. For clients that page by an entry's id alone: it sorts the user's whole ledger, which
/// `ListLedgerEntries` doesn't.
package struct ListLedgerHistory: Statement {
    package static let sql = """
        SELECT e.uid, e.id, e.currency, e.sequence, e.kind, e.amount, e.balance_after, e.rule, e.subject, e.reason, \
        e.created_at
        FROM ledger_entries AS e
        WHERE e.uid = $1 AND ($2::text IS NULL OR e.currency = $2)
            AND ($3::uuid IS NULL OR EXISTS (
                SELECT FROM ledger_entries AS last WHERE last.uid = $1 AND last.id = $3 AND CASE WHEN $4
                THEN (e.created_at, e.currency, e.sequence) > (last.created_at, last.currency, last.sequence)
                ELSE (e.created_at, e.currency, e.sequence) < (last.created_at, last.currency, last.sequence) END))
        ORDER BY CASE WHEN $4 THEN e.created_at END, CASE WHEN $4 THEN e.currency END,
            CASE WHEN $4 THEN e.sequence END, e.created_at DESC, e.currency DESC, e.sequence DESC LIMIT $5
        """
    let uid: UserID
    let currency: Currency?
    let last: UUID?
    let isAscending: Bool
    let limit: Int

    package init(of uid: UserID, in currency: Currency?, after last: UUID?, isAscending: Bool, limit: Int) {
        self.uid = uid
        self.currency = currency
        self.last = last
        self.isAscending = isAscending
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(currency?.description)
        parameters.add(last)
        parameters.add(isAscending)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry {
        try row.readLedgerEntry()
    }
}

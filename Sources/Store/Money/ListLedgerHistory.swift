package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// A user's ledger by time, newest first, from behind the entry `last` on; nothing when there is no such
/// entry. For clients that page by an entry's id alone.
package struct ListLedgerHistory: Statement {
    package static let route = Route.oneShard
    package static let sql = LedgerHistory.newestFirst.sql
    package let parameters: Parameters

    package init(of uid: UserID, in currency: Currency?, after last: UUID?, limit: Int) {
        parameters = Parameters(uid, currency?.description, last, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry {
        try row.readLedgerEntry()
    }
}

/// The same, oldest first.
package struct ListLedgerHistoryOldestFirst: Statement {
    package static let route = Route.oneShard
    package static let sql = LedgerHistory.oldestFirst.sql
    package let parameters: Parameters

    package init(of uid: UserID, in currency: Currency?, after last: UUID?, limit: Int) {
        parameters = Parameters(uid, currency?.description, last, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry {
        try row.readLedgerEntry()
    }
}

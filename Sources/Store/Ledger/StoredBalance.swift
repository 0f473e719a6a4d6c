package import FoundationEssentials
package import Postgres

/// A balance as stored, valid or not.
package struct StoredBalance: Equatable, Sendable {
    package let uid: UUID
    package let currency: String
    package let amount: Int64
    package let entries: Int64
    package let sealed: Int64
    package let head: [UInt8]?

    package init(
        uid: UUID, currency: String, amount: Int64, entries: Int64, sealed: Int64, head: [UInt8]?
    ) {
        self.uid = uid
        self.currency = currency
        self.amount = amount
        self.entries = entries
        self.sealed = sealed
        self.head = head
    }

    package var position: AccountPosition { AccountPosition(uid: uid, currency: currency) }
}

/// The next accounts of a walk over all of them.
package struct ListStoredBalances: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT uid, currency, amount, entries, sealed, head FROM balances
        WHERE (uid, currency) > ($1, $2) ORDER BY uid, currency LIMIT $3
        """
    package let parameters: Parameters

    package init(after position: AccountPosition, limit: Int) {
        parameters = Parameters(position, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredBalance {
        StoredBalance(
            uid: try row.read(), currency: try row.read(), amount: try row.read(), entries: try row.read(),
            sealed: try row.read(), head: try row.read())
    }
}

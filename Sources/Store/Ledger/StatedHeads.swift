package import FoundationEssentials
package import Postgres

/// How far an account was sealed when a statement was made.
package struct StatedHead: Equatable, Sendable {
    package let uid: UUID
    package let currency: String
    package let statement: Int64
    package let sealed: Int64

    package init(uid: UUID, currency: String, statement: Int64, sealed: Int64) {
        self.uid = uid
        self.currency = currency
        self.statement = statement
        self.sealed = sealed
    }
}

/// An account as a statement takes it in.
package struct AccountToState: Sendable {
    package let balance: StoredBalance
    /// The balance after the last entry that is sealed.
    package let sealedAmount: Int64
    /// The latest statement that knew the account.
    package let statedSealed: Int64?
}

/// The next accounts of a statement under way.
package struct ListAccountsToState: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT b.uid, b.currency, b.amount, b.entries, b.sealed, b.head,
            CASE WHEN b.sealed = b.entries THEN b.amount ELSE coalesce((
                SELECT e.balance_after FROM ledger_entries AS e
                WHERE e.uid = b.uid AND e.currency = b.currency AND e.sequence = b.sealed), 0) END,
            (SELECT h.sealed FROM ledger_heads AS h WHERE h.uid = b.uid AND h.currency = b.currency
                ORDER BY h.statement DESC LIMIT 1)
        FROM balances AS b
        WHERE (b.uid, b.currency) > ($1, $2) ORDER BY b.uid, b.currency LIMIT $3
        """
    package let parameters: Parameters

    package init(after position: AccountPosition, limit: Int) {
        parameters = Parameters(position, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> AccountToState {
        AccountToState(
            balance: try ListStoredBalances.decode(&row), sealedAmount: try row.read(),
            statedSealed: try row.read())
    }
}

/// Keeps how far accounts were sealed when a statement was made.
package struct InsertStatedHeads: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO ledger_heads (uid, currency, statement, sealed)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[])
        """
    package let parameters: Parameters

    package init(_ heads: [StatedHead]) {
        parameters = Parameters(
            heads.map(\.uid), heads.map(\.currency), heads.map(\.statement), heads.map(\.sealed))
    }
}

/// The next of a walk over all stated heads.
package struct ListStatedHeads: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT uid, currency, statement, sealed FROM ledger_heads
        WHERE (uid, currency, statement) > ($1, $2, $3) ORDER BY uid, currency, statement LIMIT $4
        """
    package let parameters: Parameters

    package init(after position: AccountPosition, _ statement: Int64, limit: Int) {
        parameters = Parameters(position, statement, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StatedHead {
        StatedHead(
            uid: try row.read(), currency: try row.read(), statement: try row.read(),
            sealed: try row.read())
    }
}

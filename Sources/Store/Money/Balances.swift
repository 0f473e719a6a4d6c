package import Postgres
package import Referrals
package import Values

/// Reads accounts and keeps others from posting to them until the transaction ends; those without entries
/// have no row to lock.
package struct LockBalances: Statement {
    package static let route = Route.oneShard
    package static let sql = text("b.uid = wanted.uid")
    package static let citusSQL = text(Shards.joined("b.uid", "wanted.uid"))

    private static func text(_ condition: String) -> String {
        """
        UPDATE balances AS b SET amount = b.amount FROM unnest($1::uuid[], $2::text[]) AS wanted (uid, currency)
        WHERE \(condition) AND b.currency = wanted.currency
        RETURNING b.uid, b.currency, b.amount, b.entries, b.sealed, b.head
        """
    }

    package let parameters: Parameters

    package init(_ accounts: [Account]) {
        let accounts = accounts.sorted()
        parameters = Parameters(accounts.map(\.uid), accounts.map(\.currency.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerAccount {
        try row.readLedgerAccount()
    }
}

/// Writes what new entries have made of accounts; the entries must follow in the same transaction.
///
/// The accounts are locked; otherwise they may have changed since they were read. Entries that others have
/// added meanwhile conflict with these in the accounts' chain, and break `InsertLedgerEntries.constraints`.
/// Seals of others stay.
package struct SetBalances: Statement {
    package static let route = Route.oneShard
    package static let sql = text("SELECT * FROM \(arrays)")
    package static let citusSQL = text(Shards.rows(columns, of: arrays))
    private static let columns = ["uid", "currency", "amount", "entries", "sealed", "head"]
    private static let arrays =
        "unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[])"

    private static func text(_ rows: String) -> String {
        """
        INSERT INTO balances AS b (\(columns.joined(separator: ", "))) \(rows)
        ON CONFLICT ON CONSTRAINT balances_pkey
        DO UPDATE SET amount = excluded.amount, entries = excluded.entries,
            sealed = greatest(b.sealed, excluded.sealed),
            head = CASE WHEN excluded.sealed > b.sealed THEN excluded.head ELSE b.head END
        """
    }

    package let parameters: Parameters

    package init(_ accounts: [LedgerAccount]) {
        let accounts = accounts.sorted(on: \.balance.account)
        parameters = Parameters(
            accounts.map(\.balance.account.uid), accounts.map(\.balance.account.currency.description),
            accounts.map(\.balance.amount), accounts.map(\.balance.entries), accounts.map(\.head.sealed),
            accounts.map(\.head.seal))
    }
}

/// All accounts of these users.
package struct FindBalances: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT uid, currency, amount, entries FROM balances WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Balance {
        Balance(
            account: Account(uid: try row.readUserID(), currency: try row.readValue(Currency.init)),
            amount: try row.read(), entries: try row.read())
    }
}

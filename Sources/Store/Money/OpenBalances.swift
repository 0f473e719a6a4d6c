package import Postgres
package import Referrals

/// Reads accounts that are about to have entries, and keeps others from posting to them until the transaction
/// ends. Those without any are made: who locked what is there and made the rest afterwards would wait for
/// others with its locks held, and they for it.
package struct OpenBalances: Statement {
    package static let route = Route.oneShard
    package static let sql = text("SELECT uid, currency, 0, 0 FROM \(arrays) AS new (uid, currency)")
    package static let citusSQL = text(
        Shards.rows(["uid", "currency"], of: arrays, kept: ["uid", "new.currency", "0", "0"]))
    private static let arrays = "unnest($1::uuid[], $2::text[])"

    private static func text(_ rows: String) -> String {
        """
        INSERT INTO balances AS b (uid, currency, amount, entries) \(rows)
        ON CONFLICT ON CONSTRAINT balances_pkey DO UPDATE SET amount = b.amount
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

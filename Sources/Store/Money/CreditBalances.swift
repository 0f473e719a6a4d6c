package import Postgres
package import Referrals

/// What a batch of grants comes to for one account.
package struct Credit: Equatable, Sendable {
    package let account: Account
    package let amount: Int64
    package let entries: Int64

    package init(account: Account, amount: Int64, entries: Int64) {
        self.account = account
        self.amount = amount
        self.entries = entries
    }
}

/// Adds grants to balances, each account once, and reads what that locks: their entries must follow in the
/// same transaction.
package struct CreditBalances: Statement {
    package static let sql = """
        INSERT INTO balances AS b (uid, currency, amount, entries)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[])
        ON CONFLICT ON CONSTRAINT balances_pkey
        DO UPDATE SET amount = b.amount + excluded.amount, entries = b.entries + excluded.entries
        RETURNING b.uid, b.currency, b.amount, b.entries, b.sealed, b.head
        """
    let credits: [Credit]

    package init(_ credits: [Credit]) {
        self.credits = credits.sorted { $0.account < $1.account }
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(credits.map(\.account.uid))
        parameters.add(credits.map(\.account.currency.description))
        parameters.add(credits.map(\.amount))
        parameters.add(credits.map(\.entries))
    }
    /// The balance with the credit, the head as it was before.
    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerAccount {
        try row.readLedgerAccount()
    }
}

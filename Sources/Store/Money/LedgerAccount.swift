package import Postgres
package import Referrals
package import Values

/// An account and how far its entries are sealed.
package struct LedgerAccount: Equatable, Sendable {
    package var balance: Balance
    package var head: LedgerHead

    package init(_ balance: Balance, head: LedgerHead) {
        self.balance = balance
        self.head = head
    }

    /// One that has no entries yet.
    package init(unused account: Account) {
        self.init(Balance(account: account, amount: 0, entries: 0), head: .none)
    }
}

/// How many of an account's entries are sealed, and the seal of the last of them.
package struct LedgerHead: Equatable, Sendable {
    package let sealed: Int64
    package let seal: [UInt8]?

    package static let none = LedgerHead(sealed: 0, seal: nil)

    package init(sealed: Int64, seal: [UInt8]?) {
        self.sealed = sealed
        self.seal = seal
    }
}

/// All accounts of these users, with their heads.
package struct FindLedgerAccounts: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT uid, currency, amount, entries, sealed, head FROM balances WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerAccount {
        try row.readLedgerAccount()
    }
}

/// Writes how far accounts are sealed, by entries that were there; the balances are locked.
package struct SetHeads: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE balances AS b SET sealed = new.sealed, head = new.head
        FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bytea[]) AS new (uid, currency, sealed, head)
        WHERE b.uid = new.uid AND b.currency = new.currency
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("b.uid"))"
    package let parameters: Parameters

    package init(_ accounts: [LedgerAccount]) {
        parameters = Parameters(
            accounts.map(\.balance.account.uid), accounts.map(\.balance.account.currency.description),
            accounts.map(\.head.sealed), accounts.map(\.head.seal))
    }
}

extension RowReader {
    mutating func readLedgerAccount() throws(PostgresError) -> LedgerAccount {
        let balance = try FindBalances.decode(&self)
        return LedgerAccount(balance, head: LedgerHead(sealed: try read(), seal: try read()))
    }
}

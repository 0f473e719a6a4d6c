package import Postgres
package import Referrals
internal import Values

/// A page of all declared currencies, by name.
package struct ListCurrencies: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(CurrencyRow.columns) FROM currencies AS c WHERE c.name > $1 ORDER BY c.name LIMIT $2
        """
    package let parameters: Parameters

    package init(after: Currency?, limit: Int) {
        parameters = Parameters(after?.description ?? "", Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DeclaredCurrency {
        try row.readCurrency()
    }
}

/// The currency of a name, locked against changes until the transaction ends.
package struct LockCurrency: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT \(CurrencyRow.columns) FROM currencies AS c WHERE c.name = $1 FOR UPDATE"
    package let parameters: Parameters
    package init(_ currency: Currency) { parameters = Parameters(currency.description) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DeclaredCurrency {
        try row.readCurrency()
    }
}

/// Declares a currency, or changes what was declared of it.
package struct SetCurrency: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO currencies AS c (name, title, state, created_at, changed_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT ON CONSTRAINT currencies_pkey DO UPDATE
        SET title = excluded.title, state = excluded.state, changed_at = excluded.changed_at
        RETURNING \(CurrencyRow.columns)
        """
    package let parameters: Parameters

    package init(_ declared: DeclaredCurrency) {
        parameters = Parameters(
            declared.currency.description, declared.title, declared.state.rawValue, declared.createdAt,
            declared.changedAt)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DeclaredCurrency {
        try row.readCurrency()
    }
}

/// Has every process read the currencies anew, as soon as this transaction commits.
package struct NotifyCurrenciesChanged: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_notify('\(Channels.currencies)', '')::text"

    package init() {}
}

enum CurrencyRow {
    static let columns = "c.name, c.title, c.state, c.created_at, c.changed_at"
}

extension RowReader {
    mutating func readCurrency() throws(PostgresError) -> DeclaredCurrency {
        DeclaredCurrency(
            currency: try readValue(Currency.init), title: try read(),
            state: try readValue(DeclaredCurrency.State.init(rawValue:)), createdAt: try readTimestamp(),
            changedAt: try readTimestamp())
    }
}

package import Postgres

/// A statement as it is kept, in JSON.
package struct StoredStatement: Equatable, Sendable {
    package let number: Int64
    package let body: String

    package init(number: Int64, body: String) {
        self.number = number
        self.body = body
    }
}

/// Statements from the newest on.
package struct ListLedgerStatements: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT number, body FROM ledger_statements WHERE number < $1 ORDER BY number DESC LIMIT $2
        """
    package let parameters: Parameters

    package init(before: Int64? = nil, limit: Int) {
        let before = before ?? .max
        parameters = Parameters(before, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredStatement {
        StoredStatement(number: try row.read(), body: try row.read())
    }
}

/// Statements from the oldest on.
package struct WalkLedgerStatements: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT number, body FROM ledger_statements WHERE number > $1 ORDER BY number LIMIT $2"
    package let parameters: Parameters
    package init(after: Int64, limit: Int) { parameters = Parameters(after, Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredStatement {
        try ListLedgerStatements.decode(&row)
    }
}

package struct InsertLedgerStatement: Statement {
    package static let route = Route.coordinator
    package static let sql = "INSERT INTO ledger_statements (number, body) VALUES ($1, $2)"
    package let parameters: Parameters
    package init(_ statement: StoredStatement) { parameters = Parameters(statement.number, statement.body) }
}

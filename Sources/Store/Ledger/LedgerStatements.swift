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
    package static let sql = """
        SELECT number, body FROM ledger_statements WHERE number < $1 ORDER BY number DESC LIMIT $2
        """
    let before: Int64
    let limit: Int

    package init(before: Int64? = nil, limit: Int) {
        self.before = before ?? .max
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(before)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredStatement {
        StoredStatement(number: try row.read(), body: try row.read())
    }
}

/// Statements from the oldest on.
package struct WalkLedgerStatements: Statement {
    package static let sql =
        "SELECT number, body FROM ledger_statements WHERE number > $1 ORDER BY number LIMIT $2"
    let after: Int64
    let limit: Int

    package init(after: Int64, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(after)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredStatement {
        try ListLedgerStatements.decode(&row)
    }
}

package struct InsertLedgerStatement: Statement {
    package static let sql = "INSERT INTO ledger_statements (number, body) VALUES ($1, $2)"
    let statement: StoredStatement

    package init(_ statement: StoredStatement) {
        self.statement = statement
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(statement.number)
        parameters.add(statement.body)
    }
}

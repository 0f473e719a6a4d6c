package import Postgres
package import Values

/// A table that has rows about users.
package protocol PersonalDataTable {
    static var route: Route { get }
    static var rows: PersonalDataQuery { get }
}

/// A page of a table's rows about one user, for that user: each row as a JSON object of its columns, so
/// that new columns are included.
package struct PersonalDataRows<Table: PersonalDataTable>: Statement {
    package static var name: String { _typeName(Table.self, qualified: false) }
    package static var route: Route { Table.route }
    package static var sql: String { Table.rows.sql }
    package let parameters: Parameters
    package init(_ page: PersonalDataPage) { parameters = Parameters(page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> PersonalDataRow {
        PersonalDataRow(object: try row.read(), cursor: try row.read())
    }
}

/// How a table's rows are read.
package struct PersonalDataQuery: Sendable {
    /// The rows' name.
    package let name: String
    package let sql: String

    init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
    }

    /// - Parameters:
    ///   - hidden: columns that say nothing of the user, and would be of use to others.
    ///   - order: what an index has behind the user.
    init(
        _ table: String, hiding hidden: [String] = [], where condition: String = "t.uid = $1",
        by order: CursorColumn...
    ) {
        let secrets = hidden.map { " - '\($0)'" }.joined()
        self.init(
            table,
            sql: """
                SELECT (to_jsonb(t)\(secrets))::text, \(CursorColumn.cursor(order)) FROM \(table) AS t
                WHERE \(condition) AND \(CursorColumn.isBehind(order)) ORDER BY
                    \(CursorColumn.names(order)) LIMIT $3
                """)
    }
}

/// A row, and where the next page begins behind it.
package struct PersonalDataRow: Equatable, Sendable {
    /// JSON.
    package let object: String
    /// The row's values of the columns that order the table, as JSON.
    package let cursor: String
}

package struct PersonalDataPage: Equatable, Bindable, Sendable {
    let uid: UserID
    /// The last row's cursor; nil for the first page.
    let cursor: String?
    let limit: Int

    package init(of uid: UserID, behind cursor: String? = nil, limit: Int) {
        self.uid = uid
        self.cursor = cursor
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(cursor)
        parameters.add(Int64(limit))
    }
}

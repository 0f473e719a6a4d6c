package import Postgres
package import Values

/// A table that has rows about users.
package protocol OwnTable {
    static var route: Route { get }
    static var rows: OwnTableRows { get }
}

/// A page of a table's rows about one user, for that user: each row as a JSON object of its columns, so
/// that new columns are included.
package struct OwnRows<Table: OwnTable>: Statement {
    package static var name: String { _typeName(Table.self, qualified: false) }
    package static var route: Route { Table.route }
    package static var sql: String { Table.rows.sql }
    package let parameters: Parameters
    package init(_ page: OwnPage) { parameters = Parameters(page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> OwnRow {
        OwnRow(object: try row.read(), place: try row.read())
    }
}

/// How a table's rows are read.
package struct OwnTableRows: Sendable {
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
        by order: OwnColumn...
    ) {
        let secrets = hidden.map { " - '\($0)'" }.joined()
        self.init(
            table,
            sql: """
                SELECT (to_jsonb(t)\(secrets))::text, \(OwnColumn.place(order)) FROM \(table) AS t
                WHERE \(condition) AND \(OwnColumn.isBehind(order)) ORDER BY \(OwnColumn.names(order)) LIMIT $3
                """)
    }
}

/// A row, and where the next page begins behind it.
package struct OwnRow: Equatable, Sendable {
    /// JSON.
    package let object: String
    /// The row's values of the columns that order the table, as JSON.
    package let place: String
}

package struct OwnPage: Equatable, Bindable, Sendable {
    let uid: UserID
    /// The last row's place; nil for the first page.
    let place: String?
    let limit: Int

    package init(of uid: UserID, behind place: String? = nil, limit: Int) {
        self.uid = uid
        self.place = place
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(place)
        parameters.add(Int64(limit))
    }
}

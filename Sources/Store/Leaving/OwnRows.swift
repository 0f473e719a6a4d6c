package import Postgres
package import Values

/// A page of what a table keeps about one user, for that user: each row as the JSON object of its columns, so
/// that a new column is there by itself.
package protocol OwnRows: Statement where Row == OwnRow {
    /// What the rows are called.
    static var table: String { get }
    var page: OwnPage { get }

    init(_ page: OwnPage)
}

/// A row, and where the next page begins behind it.
package struct OwnRow: Equatable, Sendable {
    /// JSON.
    package let object: String
    /// What the row has in the columns that order the table, as JSON.
    package let place: String
}

package struct OwnPage: Equatable, Sendable {
    let uid: UserID
    /// The last row's place; nil for the first page.
    let place: String?
    let limit: Int

    package init(of uid: UserID, behind place: String? = nil, limit: Int) {
        self.uid = uid
        self.place = place
        self.limit = limit
    }
}

extension OwnRows {
    /// - Parameters:
    ///   - hidden: columns that say nothing of the user, and would be of use to others.
    ///   - order: what an index has behind the user.
    static func rows(
        _ table: String, hiding hidden: [String] = [], where condition: String = "t.uid = $1",
        by order: OwnColumn...
    ) -> String {
        let secrets = hidden.map { " - '\($0)'" }.joined()
        return """
            SELECT (to_jsonb(t)\(secrets))::text, \(OwnColumn.place(order)) FROM \(table) AS t
            WHERE \(condition) AND \(OwnColumn.isBehind(order)) ORDER BY \(OwnColumn.names(order)) LIMIT $3
            """
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(page.uid)
        parameters.add(page.place)
        parameters.add(Int64(page.limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> OwnRow {
        OwnRow(object: try row.read(), place: try row.read())
    }
}

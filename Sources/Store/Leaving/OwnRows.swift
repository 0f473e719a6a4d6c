package import Postgres
package import Values

/// A page of what a table keeps about one user, for that user: each row as the JSON object of its columns, so
/// that a new column is there by itself.
package protocol OwnRows: Statement where Row == String {
    /// What the rows are called.
    static var table: String { get }
    var page: OwnPage { get }

    init(_ page: OwnPage)
}

package struct OwnPage: Equatable, Sendable {
    let uid: UserID
    let skipped: Int
    let limit: Int

    package init(of uid: UserID, after skipped: Int = 0, limit: Int) {
        self.uid = uid
        self.skipped = skipped
        self.limit = limit
    }
}

extension OwnRows {
    /// - Parameter hidden: columns that say nothing of the user, and would be of use to others.
    static func rows(
        _ table: String, hiding hidden: [String] = [], where condition: String = "t.uid = $1",
        by order: String
    ) -> String {
        let secrets = hidden.map { " - '\($0)'" }.joined()
        return """
            SELECT (to_jsonb(t)\(secrets))::text FROM \(table) AS t WHERE \(condition)
            ORDER BY \(order) OFFSET $2 LIMIT $3
            """
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(page.uid)
        parameters.add(Int64(page.skipped))
        parameters.add(Int64(page.limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> String {
        try row.read()
    }
}

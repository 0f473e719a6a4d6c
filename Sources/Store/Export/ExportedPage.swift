package import Postgres
package import Values

/// The next rows of a table that is exported, in the order of a key, from behind where the last page ended.
package protocol ExportedPage: Statement where Row == ExportRow {
    /// The names of the values, in order.
    static var columns: [String] { get }

    init(after position: ExportPosition, from: Timestamp?, until: Timestamp?, limit: Int)
}

/// How every such statement ends.
enum ExportBounds {
    static func times(_ column: String, from first: Int, by order: String) -> String {
        """
        \(column) >= coalesce($\(first), '-infinity'::timestamptz) \
        AND \(column) < coalesce($\(first + 1), \(PageEnds.time)) ORDER BY \(order) LIMIT $\(first + 2)
        """
    }
}

internal import Postgres
internal import Store

/// Reads all rows of a walk, a page at a time.
struct RowCursor<Rows: RowWalk> {
    private static var pageRows: Int { 2_000 }

    /// Nil at the end.
    private var position: RowPosition? = .start

    package mutating func next(in transaction: Transaction) async throws(PostgresError) -> [Rows.Row]? {
        guard let page else { return nil }
        return advanced(past: try await transaction.send(page))
    }

    package mutating func next(from pool: PostgresPool) async throws(PostgresError) -> [Rows.Row]? {
        guard let page else { return nil }
        return advanced(past: try await pool.run(page))
    }

    private var page: Rows? {
        position.map { Rows(RowPage(after: $0, limit: Self.pageRows)) }
    }

    private mutating func advanced(past rows: [Rows.Row]) -> [Rows.Row] {
        position = rows.count < Self.pageRows ? nil : rows.last.map(Rows.position)
        return rows
    }
}

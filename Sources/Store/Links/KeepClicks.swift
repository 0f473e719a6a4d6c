package import Postgres

/// How much the clicks take on disk, and whether there is room for more.
package struct ClicksKept: Equatable, Sendable {
    package let bytes: Int64
    package let hasRoom: Bool
}

/// Makes the partitions of the days to come, drops those that are too old or too many, and says how it
/// stands.
package struct KeepClicks: Statement {
    package static let sql = "SELECT bytes, has_room FROM keep_clicks($1, $2)"
    let retentionDays: Int32
    let bytesMax: Int64

    package init(retentionDays: Int, bytesMax: Int64) {
        self.retentionDays = Int32(clamping: retentionDays)
        self.bytesMax = bytesMax
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(retentionDays)
        parameters.add(bytesMax)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ClicksKept {
        ClicksKept(bytes: try row.read(), hasRoom: try row.read())
    }
}

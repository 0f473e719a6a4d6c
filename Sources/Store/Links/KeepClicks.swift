package import Postgres

/// How much the clicks take on disk, and whether there is room for more.
package struct ClicksKept: Equatable, Sendable {
    package let bytes: Int64
    package let hasRoom: Bool
}

/// Makes the partitions of the days to come, drops those that are too old or too many, and says how it
/// stands.
package struct KeepClicks: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT bytes, has_room FROM keep_clicks($1, $2)"
    package let parameters: Parameters

    package init(retentionDays: Int, bytesMax: Int64) {
        parameters = Parameters(Int32(clamping: retentionDays), bytesMax)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ClicksKept {
        ClicksKept(bytes: try row.read(), hasRoom: try row.read())
    }
}

package import Postgres
package import Values

/// Events, by user.
package struct ExportEvents: Statement {
    package typealias Row = ExportRow

    package static let columns = [
        "uid", "id", "type", "level", "milestone", "counter", "increment", "referrer", "occurred_at",
        "received_at", "platform",
    ]
    package static let route = Route.administration
    package static let sql = """
        SELECT e.uid, e.id, e.type, e.level, e.milestone, e.counter, e.increment, e.referrer, \
            e.occurred_at, e.received_at, e.platform
        FROM events AS e
        WHERE (e.uid, e.id) > ($1, $2)
            AND \(ExportBounds.times("e.received_at", from: 3, by: "e.uid, e.id"))
        """
    package let parameters: Parameters

    package init(after position: ExportPosition, from: Timestamp?, until: Timestamp?, limit: Int) {
        parameters = Parameters(position.first, position.second, from, until, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExportRow {
        let values = [
            try row.exportID(), try row.exportID(), try row.exportText(), try row.exportInt(),
            try row.exportText(), try row.exportText(), try row.exportNumber(), try row.exportID(),
            try row.exportTime(), try row.exportTime(), try row.exportText(),
        ]
        return ExportRow(
            values,
            ExportPosition(
                first: values[0].uuid ?? ExportPosition.end, second: values[1].uuid ?? ExportPosition.end))
    }
}

extension ExportEvents: ExportedPage {}

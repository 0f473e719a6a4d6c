package import Postgres
package import Values

/// Administrators' actions, by id.
package struct ExportAudit: Statement {
    package typealias Row = ExportRow

    package static let columns = [
        "id", "actor", "action", "uid", "detail", "before", "after", "created_at",
    ]
    package static let route = Route.coordinator
    package static let sql = """
        SELECT a.id, a.actor, a.action, a.uid, a.detail, a.before, a.after, a.created_at
        FROM audit_entries AS a
        WHERE a.id > $1
            AND \(ExportBounds.times("a.created_at", from: 2, by: "a.id"))
        """
    package let parameters: Parameters

    package init(after position: ExportPosition, from: Timestamp?, until: Timestamp?, limit: Int) {
        parameters = Parameters(position.first, from, until, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExportRow {
        let values = [
            try row.exportID(), try row.exportText(), try row.exportText(), try row.exportID(),
            try row.exportText(), try row.exportText(), try row.exportText(), try row.exportTime(),
        ]
        return ExportRow(values, ExportPosition(first: values[0].uuid ?? ExportPosition.end))
    }
}

extension ExportAudit: ExportedPage {}

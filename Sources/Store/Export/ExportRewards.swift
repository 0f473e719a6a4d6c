package import Postgres
package import Values

/// Rewards, by id.
package struct ExportRewards: Statement {
    package typealias Row = ExportRow

    package static let columns = [
        "id", "rule", "beneficiary", "role", "subject", "currency", "amount", "status", "reason",
        "unrecovered", "granted_at", "release_at", "rule_version",
    ]
    package static let route = Route.administration
    package static let sql = """
        SELECT r.id, r.rule, r.uid, r.role, r.subject, r.currency, r.amount, r.status, r.reason, r.unrecovered, \
            r.granted_at, r.release_at, r.rule_version
        FROM rewards AS r
        WHERE r.id > $1
            AND \(ExportBounds.times("r.granted_at", from: 2, by: "r.id"))
        """
    package let parameters: Parameters

    package init(after position: ExportPosition, from: Timestamp?, until: Timestamp?, limit: Int) {
        parameters = Parameters(position.first, from, until, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExportRow {
        let values = [
            try row.exportID(), try row.exportText(), try row.exportID(), try row.exportText(),
            try row.exportID(), try row.exportText(), try row.exportNumber(), try row.exportText(),
            try row.exportText(), try row.exportNumber(), try row.exportTime(), try row.exportTime(),
            try row.exportNumber(),
        ]
        return ExportRow(values, ExportPosition(first: values[0].uuid ?? ExportPosition.end))
    }
}

extension ExportRewards: ExportedPage {}

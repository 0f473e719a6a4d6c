package import Postgres
package import Values

/// Referrals, by referrer.
package struct ExportReferrals: Statement {
    package typealias Row = ExportRow

    package static let columns = [
        "referrer", "referee", "match_confidence", "highest_level", "signed_up_at", "created_at",
    ]
    package static let route = Route.administration
    package static let sql = """
        SELECT u.referred_by, u.uid, u.match_confidence, u.highest_level, u.signed_up_at, u.created_at
        FROM users AS u
        WHERE u.referred_by IS NOT NULL AND (u.referred_by, u.uid) > ($1, $2)
            AND \(ExportBounds.times("u.created_at", from: 3, by: "u.referred_by, u.uid"))
        """
    package let parameters: Parameters

    package init(after position: ExportPosition, from: Timestamp?, until: Timestamp?, limit: Int) {
        parameters = Parameters(position.first, position.second, from, until, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExportRow {
        let values = [
            try row.exportID(), try row.exportID(), try row.exportText(), try row.exportInt(),
            try row.exportTime(), try row.exportTime(),
        ]
        return ExportRow(
            values,
            ExportPosition(
                first: values[0].uuid ?? ExportPosition.end, second: values[1].uuid ?? ExportPosition.end))
    }
}

extension ExportReferrals: ExportedPage {}

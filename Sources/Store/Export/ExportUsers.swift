package import Postgres
package import Values

/// Users, by uid.
package struct ExportUsers: Statement {
    package typealias Row = ExportRow

    package static let columns = [
        "uid", "email", "referral_code", "referred_by", "match_confidence", "level", "highest_level",
        "signed_up_at", "last_signin_at", "created_at",
    ]
    package static let route = Route.administration
    package static let sql = """
        SELECT u.uid, u.email, u.referral_code, u.referred_by, u.match_confidence, u.level, u.highest_level, \
            u.signed_up_at, u.last_signin_at, u.created_at
        FROM users AS u
        WHERE u.uid > $1
            AND \(ExportBounds.times("u.created_at", from: 2, by: "u.uid"))
        """
    package let parameters: Parameters

    package init(after position: ExportPosition, from: Timestamp?, until: Timestamp?, limit: Int) {
        parameters = Parameters(position.first, from, until, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExportRow {
        let values = [
            try row.exportID(), try row.exportText(), try row.exportText(), try row.exportID(),
            try row.exportText(), try row.exportInt(), try row.exportInt(), try row.exportTime(),
            try row.exportTime(), try row.exportTime(),
        ]
        return ExportRow(values, ExportPosition(first: values[0].uuid ?? ExportPosition.end))
    }
}

extension ExportUsers: ExportedPage {}

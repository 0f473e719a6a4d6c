package import Postgres
package import Values

/// The ledger, account by account, each in its order.
package struct ExportLedger: Statement {
    package typealias Row = ExportRow

    package static let columns = [
        "uid", "currency", "sequence", "id", "kind", "amount", "balance_after", "rule", "subject",
        "undoes", "reason", "created_at",
    ]
    package static let route = Route.administration
    package static let sql = """
        SELECT e.uid, e.currency, e.sequence, e.id, e.kind, e.amount, e.balance_after, e.rule, e.subject, \
            e.undoes, e.reason, e.created_at
        FROM ledger_entries AS e
        WHERE (e.uid, e.currency, e.sequence) > ($1, $2, $3)
            AND \(ExportBounds.times("e.created_at", from: 4, by: "e.uid, e.currency, e.sequence"))
        """
    package let parameters: Parameters

    package init(after position: ExportPosition, from: Timestamp?, until: Timestamp?, limit: Int) {
        parameters = Parameters(position.first, position.name, position.number, from, until, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExportRow {
        let values = [
            try row.exportID(), try row.exportText(), try row.exportNumber(), try row.exportID(),
            try row.exportText(), try row.exportNumber(), try row.exportNumber(), try row.exportText(),
            try row.exportID(), try row.exportID(), try row.exportText(), try row.exportTime(),
        ]
        return ExportRow(
            values,
            ExportPosition(
                first: values[0].uuid ?? ExportPosition.end, name: values[1].string ?? "",
                number: values[2].integer ?? 0))
    }
}

extension ExportLedger: ExportedPage {}

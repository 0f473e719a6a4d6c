internal import Batching
internal import HTTP
internal import Referrals
internal import Reporting
internal import Values

/// A whole table for use elsewhere, as one snapshot has it, in memory that doesn't grow with it.
struct ExportRows: StreamingEndpoint {
    struct Input: QueryInput {
        let subject: ExportSubject
        let format: ExportFormat
        let from: Timestamp?
        let until: Timestamp?

        static var parameters: [Parameter] {
            [
                .query(
                    "what", .choice("users", "rewards", "ledger", "referrals", "events", "audit"),
                    "What is taken out.", isRequired: true),
                .query("format", .choice("csv", "ndjson").unlessTold("csv"), "How the rows are written."),
                .query("from", .time, "What came, or happened, then or later."),
                .query("until", .time, "What came, or happened, before."),
            ]
        }

        init(_ fields: inout Fields) throws(Problem) {
            let subject = fields.optionalValue("what", FieldValues.exportSubject)
            format = fields.optionalValue("format", FieldValues.exportFormat) ?? .csv
            from = fields.optionalValue("from", FieldValues.time)
            until = fields.optionalValue("until", FieldValues.time)
            try fields.finish()
            guard let subject else { throw .field("/what", .required, "This field is needed.") }
            self.subject = subject
        }
    }

    let exports: ExportService

    func stream(_ input: Input, on call: Call, through pieces: ResponsePieces) async throws(Problem) {
        guard exports.take() else { throw .unavailable }
        let (format, columns) = (input.format, input.subject.columns)
        do throws(CallFailure) {
            try await exports.export(input.subject, from: input.from, until: input.until) { rows in
                let lines = format.lines(rows, columns)
                guard !pieces.hasBegun else { return await pieces.send(lines) }
                let head = Response(status: 200, contentType: format.contentType, body: format.head(columns))
                return pieces.begin(head, isBulk: true) ? await pieces.send(lines) : false
            }
        } catch {
            guard pieces.hasBegun else { throw error.problem }
            pieces.breakOff()
        }
    }
}

extension ExportRows {
    var operation: Operation {
        Operation(
            "exportTable", .administration, "Take a table out, row by row",
            """
            One snapshot of the database, streamed in chunks: a reply that ends without its last chunk isn't whole, \
            and is to be asked for again. One at a time; 503 while another is under way. In CSV, text that a \
            spreadsheet would run as a formula is led by an apostrophe, and null is empty; a line of NDJSON is an \
            object.
            """
        )
        .gives(
            "The rows, in the order of their key.",
            as: Content(
                type: "text/csv", schema: .string,
                example: "id,actor,action,uid,detail,before,after,created_at\r\n"),
            Content(type: "application/x-ndjson", schema: .string, example: "{\"id\":\"…\"}\n"))
    }
}

extension FieldValues {
    static func exportSubject(_ text: String) throws(FieldError) -> ExportSubject {
        try require(
            ExportSubject(rawValue: text),
            "This is one of users, rewards, ledger, referrals, events and audit.")
    }

    static func exportFormat(_ text: String) throws(FieldError) -> ExportFormat {
        try require(ExportFormat(rawValue: text), "This is one of csv and ndjson.")
    }
}

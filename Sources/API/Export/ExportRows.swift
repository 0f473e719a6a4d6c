internal import Batching
internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Reporting
internal import Values

/// A whole table for use elsewhere, as one snapshot has it, in memory that doesn't grow with it.
struct ExportRows: StreamingEndpoint {
    struct Input: FormedQuery {
        let subject: ExportSubject
        let format: ExportFormat
        let from: Timestamp?
        let until: Timestamp?

        static let form = RequestForm(
            query: Field(
                "what",
                Codec<ExportSubject>.choice("users", "rewards", "ledger", "referrals", "events", "audit"),
                "The table to export."),
            Field(
                "format", Codec<ExportFormat>.choice("csv", "ndjson").described { $0.defaulting(to: "csv") },
                or: .csv, "The format of the rows."),
            Field(optional: "from", .time, "At this time or later."),
            Field(optional: "until", .time, "Before this time.")
        ) { Input(subject: $0, format: $1, from: $2, until: $3) }
    }

    let exports: ExportService
    let feed: ChangeFeed

    func stream(_ input: Input, on call: Call, through pieces: ResponsePieces) async throws(Problem) {
        guard exports.take() else { throw .exportUnderWay }
        let (format, columns) = (input.format, input.subject.columns)
        // Before the snapshot: later changes may be in it, too, and none after it is missed.
        let headers = await feed.end().map { [ResponseHeader(.changesCursor, $0.text)] } ?? []
        do throws(InfrastructureError) {
            try await exports.export(input.subject, from: input.from, until: input.until) { rows in
                let lines = format.lines(rows, columns)
                guard !pieces.hasBegun else { return await pieces.send(lines) }
                let head = Response(
                    status: 200, contentType: format.contentType, body: format.head(columns),
                    headers: headers)
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
            "exportTable", .administration, "Export a table",
            """
            One snapshot of the database, streamed in chunks. A reply that ends without its last chunk is \
            incomplete: request it again. Each thread of a server runs one export at a time; another gets \
            503. In CSV, text that a spreadsheet would run as a formula begins with an apostrophe, also behind a \
            separator or a line end within it, and null is empty. It has no byte-order mark. A line of NDJSON \
            is an object.
            """
        )
        .gives(
            "The rows, in the order of their key.", .changesCursor,
            as: Content(
                type: "text/csv", schema: .string,
                example: "id,actor,action,uid,detail,before,after,created_at\r\n"),
            Content(type: "application/x-ndjson", schema: .string, example: "{\"id\":\"…\"}\n")
        )
        .refuses("The database is unavailable or slow, or another export is under way.", .exportUnderWay)
    }
}

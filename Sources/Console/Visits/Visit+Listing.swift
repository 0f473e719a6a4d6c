internal import Batching
internal import HTTP

extension Visit {
    private static let rowsPerPage = 50
    private static let rowsPerRead = 500
    /// A file has 10,000 rows at most.
    private static let fileReadsMax = 20

    /// Fills a table with the page that the address names; for a file, with all rows from there on.
    func fill<Row, Cursor>(
        _ table: Table, cursor parse: (String) -> Cursor?, text: (Cursor) -> String,
        _ read: (Cursor?, Int) async throws(Problem) -> Page<Row, Cursor>,
        row: (Row) -> [Cell]
    ) async throws(Problem) -> Table {
        var table = table
        var cursor: Cursor?
        if let given = item("cursor") {
            guard let parsed = parse(given) else { throw .notFound }
            cursor = parsed
            table.first = address(["cursor": nil, "format": nil])
        }
        table.filePath = address(["format": "csv"])
        var reads = 0
        repeat {
            // The reply's time is over, or one reads through rows that don't match.
            if Task.isCancelled { throw .unavailable }
            reads += 1
            let page = try await read(cursor, wantsCSV ? Self.rowsPerRead : Self.rowsPerPage)
            table.rows += page.items.map(row)
            cursor = page.next
        } while wantsCSV && cursor != nil && reads < Self.fileReadsMax
        table.isCut = wantsCSV && cursor != nil
        table.next = cursor.map { address(["cursor": text($0), "format": nil]) }
        return table
    }

    /// The address of this page with other items in its query.
    func address(_ changes: [String: String?]) -> String {
        var items = query.items.filter { changes[$0.name] == nil && !$0.value.isEmpty }
            .map { ($0.name, $0.value) }
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            if let value { items.append((name, value)) }
        }
        let text = items.map { "\($0.0.queryEncoded)=\($0.1.queryEncoded)" }.joined(separator: "&")
        return request.head.path + (text.isEmpty ? "" : "?\(text)")
    }
}

internal import Basics
internal import HTTP
internal import Pages
internal import Values

/// Rows under titles: as the page shows them, and as a file has them.
struct Table {
    /// Of its file.
    let name: String
    let titles: [String]
    /// Its subject, where a page has several tables with the same titles.
    var subject: String?
    var rows: [[Cell]] = []
    /// The address of the next page; nil at the end.
    var next: String?
    /// The address of the first page; nil on it.
    var first: String?
    /// The address of the same rows as a file.
    var filePath: String?
    /// Whether a file of it ends before the list does.
    var isCut = false
    /// Shown instead of no rows: the next thing to do.
    var empty: String

    init(_ name: String, _ titles: [String], empty: String) {
        self.name = name
        self.titles = titles
        self.empty = empty
    }

    func write(to writer: inout HTMLWriter, _ words: Words) {
        guard !rows.isEmpty else { return writeEmpty(&writer, words) }
        let marks = titles.indices.map(mark)
        writer.element(
            "div",
            [
                .text("class", "table"), .text("role", "region"), .text("tabindex", "0"),
                .text("aria-label", "\(subject ?? words[.table]): \(titles.joined(separator: ", "))"),
            ]
        ) { writer in
            writer.element("table") { writer in
                writer.element("thead") { writer in
                    writer.element("tr") { writer in
                        for (column, title) in titles.enumerated() {
                            writer.element("th", [.text("scope", "col")] + marks[column], text: title)
                        }
                    }
                }
                writer.element("tbody") { writer in
                    for row in rows { write(row, marks, &writer, words) }
                }
            }
        }
        writeLinks(&writer, words)
    }

    private func write(
        _ row: [Cell], _ marks: [[HTMLAttribute]], _ writer: inout HTMLWriter, _ words: Words
    ) {
        writer.element("tr") { writer in
            for (column, cell) in row.enumerated() {
                writer.element("td", marks[column]) { cell.write(to: &$0, words) }
            }
        }
    }

    /// A number is no formula, also below zero.
    private func write(_ row: [Cell], in zone: ProgrammeZone, to bytes: inout [UInt8]) {
        for (column, cell) in row.enumerated() {
            if column > 0 { bytes.append(UInt8(ascii: ",")) }
            if cell.isNumber {
                bytes.append(contentsOf: cell.fileText(in: zone).utf8)
            } else {
                CSVLine.append(cell.fileText(in: zone), to: &bytes)
            }
        }
        CSVLine.end(&bytes)
    }

    /// Numbers are at the end of their column, under each other.
    private func mark(_ column: Int) -> [HTMLAttribute] {
        rows.contains { $0[column].isNumber } ? [.text("class", "number")] : []
    }

    private func writeEmpty(_ writer: inout HTMLWriter, _ words: Words) {
        writer.paragraph(empty, class: "empty")
        // A page of a search that looks through many rows may be empty before the end.
        writeLinks(&writer, words)
    }

    private func writeLinks(_ writer: inout HTMLWriter, _ words: Words) {
        writer.element("p", [.text("class", "pages")]) { writer in
            if let first { writer.link(words[.firstPage], to: first) }
            if let next { writer.link(words[.nextPage], to: next, class: "next") }
            if let filePath, !rows.isEmpty { writer.link(words[.downloadCSV], to: filePath, class: "file") }
        }
    }

    /// The file names the time zone of its times.
    func file(_ words: Words) -> Response {
        var bytes = CSVLine.byteOrderMark
        CSVLine.append(titles, to: &bytes)
        for row in rows { write(row, in: words.zone, to: &bytes) }
        if isCut { CSVLine.append([words[.fileCut]], to: &bytes) }
        let name = "shipmate-\(name)-\(words.zone.nameInFiles).csv"
        return Response(
            status: 200, contentType: "text/csv; charset=utf-8; header=present", body: bytes,
            headers: [
                ResponseHeader(.contentDisposition, "attachment; filename=\"\(name)\""),
                ResponseHeader(.cacheControl, "no-store"),
            ])
    }
}

extension ProgrammeZone {
    /// Such as `Europe-Berlin`.
    fileprivate var nameInFiles: String { name.replacing("/", with: "-") }
}

/// A record that was not imported, for a file of such records that can be corrected and imported again.
package struct RefusedRecord: Equatable {
    private static let titles = ["line", "reason"]

    package let record: CSVReader.Record
    package let reason: String

    package init(_ record: CSVReader.Record, because reason: String) {
        self.record = record
        self.reason = reason
    }

    /// The first line of a file.
    package static func head(_ header: [String]) -> [UInt8] { line(of: header + titles) }

    /// Below the titles, also if the record has too few fields.
    package func line(under header: [String]) -> [UInt8] {
        let missing = max(0, header.count - record.fields.count)
        let told = Array(repeating: "", count: missing) + [String(record.line), reason]
        return Self.line(of: record.fields + told)
    }

    /// People open the file in a spreadsheet.
    private static func line(of fields: [String]) -> [UInt8] {
        Array((CSVReader.Record.text(of: fields.map(SpreadsheetText.marked)) + "\r\n").utf8)
    }

    package static func file(_ records: [RefusedRecord], under header: [String]) -> [UInt8] {
        head(header) + records.flatMap { $0.line(under: header) }
    }

    /// Takes back what a file of refused records adds: two columns, and the marks of a spreadsheet's text.
    package struct Reader {
        /// Of the columns that were imported; nil before the header, and for a file of another kind.
        private var columns: Int?
        private var hasHeader = false

        package init() {}

        /// - Parameter record: the header first.
        package mutating func original(_ record: CSVReader.Record) -> CSVReader.Record {
            if !hasHeader {
                hasHeader = true
                if record.fields.suffix(2).elementsEqual(titles) { columns = record.fields.count - 2 }
            }
            guard let columns else { return record }
            let added = min(2, max(0, record.fields.count - columns))
            return CSVReader.Record(
                line: record.line, fields: record.fields.dropLast(added).map(SpreadsheetText.unmarked),
                mistake: record.mistake)
        }
    }
}

/// A record that was not imported, for a file of such records that can be corrected and imported again.
package struct RefusedRecord: Equatable {
    package let record: CSVReader.Record
    package let reason: String

    package init(_ record: CSVReader.Record, because reason: String) {
        self.record = record
        self.reason = reason
    }

    package static func titles(_ header: [String]) -> [String] { header + ["line", "reason"] }

    /// Below the titles, also if the record has too few fields.
    package func fields(under header: [String]) -> [String] {
        let missing = max(0, header.count - record.fields.count)
        return record.fields + Array(repeating: "", count: missing) + [String(record.line), reason]
    }

    package static func file(_ records: [RefusedRecord], under header: [String]) -> [UInt8] {
        let lines = [titles(header)] + records.map { $0.fields(under: header) }
        return Array(lines.map { CSVReader.Record.text(of: $0) + "\r\n" }.joined().utf8)
    }
}

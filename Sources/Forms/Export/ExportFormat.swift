internal import Basics
internal import FoundationEssentials
internal import JSON
package import Referrals
internal import Values

/// How rows are written.
package enum ExportFormat: String, Sendable {
    case csv
    case ndjson

    package var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .ndjson: "application/x-ndjson"
        }
    }

    /// The text before the rows.
    package func head(_ columns: [String]) -> [UInt8] {
        guard self == .csv else { return [] }
        var output: [UInt8] = []
        CSVLine.append(columns, to: &output)
        return output
    }

    package func lines(_ rows: [ExportedRow], _ columns: [String]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(rows.count * 256)
        switch self {
        case .csv: for row in rows { Self.append(csv: row.values, to: &output) }
        case .ndjson: for row in rows { Self.append(json: row.values, columns, to: &output) }
        }
        return output
    }

    private static func append(csv values: [ExportedValue], to output: inout [UInt8]) {
        for (index, value) in values.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            switch value {
            case .null: break
            case .text(let text): CSVLine.append(text, to: &output)
            // Written by us, so that they are what they seem; a number is one to a spreadsheet, too.
            case .number(let number): output.append(contentsOf: String(number).utf8)
            case .id(let id): output.append(contentsOf: id.lowercaseText.utf8)
            case .time(let time): output.append(contentsOf: RFC3339.format(time).utf8)
            }
        }
        CSVLine.end(&output)
    }

    private static func append(json values: [ExportedValue], _ columns: [String], to output: inout [UInt8]) {
        var writer = JSONWriter()
        writer.object { writer in
            for (column, value) in zip(columns, values) {
                switch value {
                case .null: writer.member(dynamic: column, JSONValue.null)
                case .text(let text): writer.member(dynamic: column, text)
                case .number(let number): writer.member(dynamic: column, number)
                case .id(let id): writer.member(dynamic: column, id.lowercaseText)
                case .time(let time): writer.member(dynamic: column, RFC3339.format(time))
                }
            }
        }
        output.append(contentsOf: writer.bytes)
        output.append(UInt8(ascii: "\n"))
    }
}

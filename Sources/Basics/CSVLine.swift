/// A line of a CSV file (RFC 4180) that a spreadsheet shows and never runs: see `SpreadsheetText`.
package enum CSVLine {
    /// In front of a file that people open: without it Excel reads UTF-8 as another encoding.
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    package static func append(_ fields: [String], to output: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            append(field, to: &output)
        }
        end(&output)
    }

    package static func end(_ output: inout [UInt8]) {
        output.append(UInt8(ascii: "\r"))
        output.append(UInt8(ascii: "\n"))
    }

    package static func append(_ field: String, to output: inout [UInt8]) {
        var text = SpreadsheetText.marked(field)
        let isMarked = text.utf8.count != field.utf8.count
        text.withUTF8 { bytes in
            guard isMarked || bytes.contains(where: needsQuotes) else {
                output.append(contentsOf: bytes)
                return
            }
            output.append(UInt8(ascii: "\""))
            for byte in bytes {
                if byte == UInt8(ascii: "\"") { output.append(byte) }
                output.append(byte)
            }
            output.append(UInt8(ascii: "\""))
        }
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0..<32: true
        default: false
        }
    }
}

/// A line of a CSV file (RFC 4180) that a spreadsheet shows and never runs. Text that begins like a formula
/// gets an apostrophe in front, which marks text in spreadsheets.
package enum CSVLine {
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
        var field = field
        field.withUTF8 { bytes in
            let isFormula = beginsFormula(bytes)
            guard isFormula || bytes.contains(where: needsQuotes) else {
                output.append(contentsOf: bytes)
                return
            }
            output.append(UInt8(ascii: "\""))
            if isFormula { output.append(UInt8(ascii: "'")) }
            for byte in bytes {
                if byte == UInt8(ascii: "\"") { output.append(byte) }
                output.append(byte)
            }
            output.append(UInt8(ascii: "\""))
        }
    }

    /// As OWASP lists them ("CSV Injection"): =, +, - and @, their full-width forms, and white space before.
    private static func beginsFormula(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        // A spreadsheet may cut spaces off first.
        let text = bytes.drop { $0 == UInt8(ascii: " ") }
        guard let first = text.first else { return false }
        if first == 0xEF { return fullWidthSigns.contains { text.prefix(3).elementsEqual($0) } }
        return first == 9 || first == 10 || first == 13 || "=+-@".utf8.contains(first)
    }

    private static let fullWidthSigns = ["\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}"].map {
        Array($0.utf8)
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), 0..<32: true
        default: false
        }
    }
}

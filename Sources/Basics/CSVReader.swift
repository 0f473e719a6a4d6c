/// Reads CSV as it arrives, piece by piece: RFC 4180, with any of the three line ends and a byte-order
/// mark. It holds one record of bounded size.
package struct CSVReader {
    package struct Record: Equatable {
        /// Where it begins; the first line is 1.
        package let line: Int
        package let fields: [String]
        /// Why it can't be trusted: `fields` are then what could be read.
        package var mistake: String?

        package init(line: Int, fields: [String], mistake: String? = nil) {
            self.line = line
            self.fields = fields
            self.mistake = mistake
        }
    }

    /// An error that ends the reading, because the start of the next record is unknown.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        case tooLong(line: Int)
        case openQuote(line: Int)

        package var description: String {
            switch self {
            case .tooLong(let line):
                "line \(line): the record has more than \(CSVReader.recordBytesMax / 1024) KiB; is a quote left open?"
            case .openQuote(let line): "line \(line): a quote is left open until the end of the file"
            }
        }
    }

    package static let recordBytesMax = 262_144

    private enum State {
        case fieldStart
        case plain
        case quoted
        /// Behind a quote within quotes: another one makes it a character, anything else ends the field.
        case quoteInQuoted
    }

    private var state = State.fieldStart
    private var field: [UInt8] = []
    private var fields: [String] = []
    private var mistake: String?
    private var recordBytes = 0
    private var line = 1
    private var recordLine = 1
    private var endedWithCR = false
    /// How much of a byte-order mark has been passed over; nil behind it.
    private var markBytes: Int? = 0

    package init() {}

    /// The record that the end of the file completes.
    package mutating func finish() throws(Failure) -> Record? {
        if case .quoted = state { throw .openQuote(line: recordLine) }
        if recordBytes == 0 { return nil }
        return endRecord()
    }

    /// The record that a byte completes.
    package mutating func next(_ byte: UInt8) throws(Failure) -> Record? {
        if let count = markBytes {
            if count < 3, byte == [0xEF, 0xBB, 0xBF][count] {
                markBytes = count + 1
                return nil
            }
            markBytes = nil
        }
        if endedWithCR {
            endedWithCR = false
            if byte == UInt8(ascii: "\n") { return nil }
        }
        if case .quoted = state { return try quoted(byte) }
        switch byte {
        case UInt8(ascii: "\r"):
            endedWithCR = true
            return endLine()
        case UInt8(ascii: "\n"): return endLine()
        case UInt8(ascii: ","):
            try count()
            endField()
        default:
            try count()
            take(byte)
        }
        return nil
    }

    private mutating func quoted(_ byte: UInt8) throws(Failure) -> Record? {
        try count()
        if byte == UInt8(ascii: "\n") { line += 1 }
        if byte == UInt8(ascii: "\"") { state = .quoteInQuoted } else { field.append(byte) }
        return nil
    }

    private mutating func take(_ byte: UInt8) {
        let isQuote = byte == UInt8(ascii: "\"")
        switch state {
        case .fieldStart where isQuote: state = .quoted
        case .quoteInQuoted where isQuote:
            field.append(byte)
            state = .quoted
        case .quoteInQuoted:
            mistake = "something follows a closing quote"
            field.append(byte)
            state = .plain
        case .fieldStart, .plain, .quoted:
            if isQuote { mistake = "a quote is within a field that has none around it" }
            field.append(byte)
            state = .plain
        }
    }

    private mutating func count() throws(Failure) {
        recordBytes += 1
        if recordBytes > Self.recordBytesMax { throw .tooLong(line: recordLine) }
    }

    private mutating func endField() {
        if let text = String(validating: field, as: UTF8.self) {
            if text.utf8.contains(0) { mistake = "it has the character U+0000" }
            fields.append(text)
        } else {
            mistake = "it is not UTF-8"
            fields.append(String(decoding: field, as: UTF8.self))
        }
        field.removeAll(keepingCapacity: true)
        state = .fieldStart
    }

    /// Nil for an empty line.
    private mutating func endLine() -> Record? {
        line += 1
        guard recordBytes > 0 else {
            recordLine = line
            return nil
        }
        return endRecord()
    }

    private mutating func endRecord() -> Record {
        endField()
        let record = Record(line: recordLine, fields: fields, mistake: mistake)
        fields = []
        mistake = nil
        recordBytes = 0
        recordLine = line
        return record
    }
}

extension CSVReader.Record {
    /// The record as CSV, every field quoted, and without its line end.
    package static func text(of fields: [String]) -> String {
        fields.map { "\"" + doubled($0) + "\"" }.joined(separator: ",")
    }

    /// Each quote twice. By scalars: with a combining mark behind it a quote is another character.
    private static func doubled(_ field: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in field.unicodeScalars {
            if scalar == "\"" { text.append(scalar) }
            text.append(scalar)
        }
        return String(text)
    }
}

/// Several statements in one text, to be sent one by one: Citus hands a script on to its nodes as if it were
/// one.
///
/// Source: PostgreSQL documentation, 4.1 "Lexical Structure".
struct SQLScript {
    private let bytes: [UInt8]
    private var position = 0

    /// The statements, without semicolons; comments alone are none.
    static func statements(of text: String) -> [String] {
        var script = SQLScript(bytes: Array(text.utf8))
        var statements: [String] = []
        while let statement = script.next() { statements.append(statement) }
        return statements
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func next() -> String? {
        var (start, saysSomething) = (position, false)
        while position < bytes.count {
            let here = position
            if skipComment() { continue }
            if bytes[here] == UInt8(ascii: ";") {
                position += 1
                if saysSomething { return String(decoding: bytes[start..<here], as: UTF8.self) }
                start = position
                continue
            }
            saysSomething = saysSomething || bytes[here] > UInt8(ascii: " ")
            skipToken()
        }
        return saysSomething ? String(decoding: bytes[start...], as: UTF8.self) : nil
    }

    private mutating func skipComment() -> Bool {
        if begins("--") {
            skip(past: "\n")
        } else if begins("/*") {
            skip(past: "*/")
        } else {
            return false
        }
        return true
    }

    /// A quoted part is one token, whatever its content.
    private mutating func skipToken() {
        switch bytes[position] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            let quote = String(UnicodeScalar(bytes[position]))
            position += 1
            skip(past: quote)
        case UInt8(ascii: "$"):
            let tag = bytes[(position + 1)...].prefix { $0 == UInt8(ascii: "_") || Self.isLetter($0) }
            let end = position + 1 + tag.count
            guard end < bytes.count, bytes[end] == UInt8(ascii: "$") else { return position += 1 }
            position = end + 1
            skip(past: "$\(String(decoding: tag, as: UTF8.self))$")
        default: position += 1
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private func begins(_ text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }

    private mutating func skip(past end: String) {
        while position < bytes.count, !begins(end) { position += 1 }
        position = min(bytes.count, position + end.utf8.count)
    }
}

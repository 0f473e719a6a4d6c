/// Several statements in one text, to be sent one by one: Citus hands a script on to its nodes as if it were
/// one.
///
/// Source: PostgreSQL documentation, 4.1 "Lexical Structure".
struct SQLScript {
    private let bytes: [UInt8]
    private var place = 0

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
        var (start, saysSomething) = (place, false)
        while place < bytes.count {
            let here = place
            if skipComment() { continue }
            if bytes[here] == UInt8(ascii: ";") {
                place += 1
                if saysSomething { return String(decoding: bytes[start..<here], as: UTF8.self) }
                start = place
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
        switch bytes[place] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            let quote = String(UnicodeScalar(bytes[place]))
            place += 1
            skip(past: quote)
        case UInt8(ascii: "$"):
            let tag = bytes[(place + 1)...].prefix { $0 == UInt8(ascii: "_") || Self.isLetter($0) }
            let end = place + 1 + tag.count
            guard end < bytes.count, bytes[end] == UInt8(ascii: "$") else { return place += 1 }
            place = end + 1
            skip(past: "$\(String(decoding: tag, as: UTF8.self))$")
        default: place += 1
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private func begins(_ text: String) -> Bool {
        bytes[place...].starts(with: text.utf8)
    }

    private mutating func skip(past end: String) {
        while place < bytes.count, !begins(end) { place += 1 }
        place = min(bytes.count, place + end.utf8.count)
    }
}

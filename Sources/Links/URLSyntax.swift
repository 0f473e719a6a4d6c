internal import Basics

/// Where the parts of a web URL are, and what may stand in them; RFC 3986, read strictly.
///
/// Stricter than browsers are: what they mend in silence (backslashes, spaces, raw Unicode) is where one
/// reader sees another host than the next. Read byte by byte, since every opening of a link reads two.
struct URLSyntax {
    /// In lower case.
    let scheme: String
    let host: String
    /// With its slash; empty for none. Like `query`, a range of the text's bytes.
    let path: Range<Int>
    /// Without its question mark; nil for none.
    let query: Range<Int>?

    init(_ text: String, bytesMax: Int) throws(WebURL.Mistake) {
        self = try Self.reading(text, bytesMax: bytesMax).get()
    }

    private static func reading(_ text: String, bytesMax: Int) -> Result<URLSyntax, WebURL.Mistake> {
        var text = text
        return text.withUTF8 { bytes in
            Result { () throws(WebURL.Mistake) in try URLSyntax(bytes.span, bytesMax: bytesMax) }
        }
    }

    init(_ text: Span<UInt8>, bytesMax: Int) throws(WebURL.Mistake) {
        guard text.count <= bytesMax else { throw .tooLong }
        for index in text.indices where text[index] <= 0x20 || text[index] == 0x7F { throw .controls }
        scheme = try Self.scheme(of: text)
        let start = scheme.utf8.count + 3
        let end = Self.hostEnd(in: text, from: start)
        guard Self.first("@", in: text, within: start..<end) == nil else { throw .credentials }
        host = try Self.host(of: text, in: start..<end)
        let marks = try Self.marks(in: text, from: end)
        let queryEnd = marks.fragment ?? text.count
        path = end..<(marks.query ?? queryEnd)
        query = marks.query.map { $0 + 1..<queryEnd }
    }

    private static func scheme(of text: Span<UInt8>) throws(WebURL.Mistake) -> String {
        guard let colon = first(":", in: text, within: text.indices), colon > 0 else { throw .malformed }
        for index in 0..<colon {
            guard text[index].isAlphanumeric || "+-.".utf8.contains(text[index]) else { throw .malformed }
        }
        let scheme: String
        switch colon {
        case 5 where spells("https", in: text): scheme = "https"
        case 4 where spells("http", in: text): scheme = "http"
        default: throw .scheme
        }
        guard colon + 2 < text.count, text[colon + 1] == UInt8(ascii: "/"),
            text[colon + 2] == UInt8(ascii: "/")
        else { throw .malformed }
        return scheme
    }

    /// Whether `text` begins with a word of lower-case letters, in any case.
    private static func spells(_ word: StaticString, in text: Span<UInt8>) -> Bool {
        for index in 0..<word.utf8CodeUnitCount where text[index] | 0x20 != word.utf8Start[index] {
            return false
        }
        return true
    }

    private static func host(of text: Span<UInt8>, in range: Range<Int>) throws(WebURL.Mistake) -> String {
        var host = range
        if let last = range.last, text[last] != UInt8(ascii: "]"),
            let colon = range.last(where: { text[$0] == UInt8(ascii: ":") })
        {
            guard isPort(text, in: colon + 1..<range.upperBound) else { throw .malformed }
            host = range.lowerBound..<colon
        }
        guard isHostName(text, in: host) || isIPv6(text, in: host) else { throw .malformed }
        let name = string(text, in: host)
        for index in host where text[index].isUppercaseLetter { return name.lowercased() }
        return name
    }

    private static func isPort(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
        var port = 0
        for index in range {
            guard text[index].isDigit else { return false }
            port = min(port * 10 + Int(text[index] - UInt8(ascii: "0")), Int(UInt16.max) + 1)
        }
        return (1...Int(UInt16.max)).contains(port)
    }

    static func isHostName(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isHostName($0.span, in: 0..<$0.count) }
    }

    /// Labels of letters, digits, hyphens and underscores; a name that ends with a dot would be another text
    /// for the same host.
    private static func isHostName(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
        guard (1...253).contains(range.count) else { return false }
        var labelStart = range.lowerBound
        for index in range.lowerBound...range.upperBound {
            guard index == range.upperBound || text[index] == UInt8(ascii: ".") else {
                guard labelBytes.contains(text[index]) else { return false }
                continue
            }
            guard (1...63).contains(index - labelStart), text[labelStart] != UInt8(ascii: "-"),
                text[index - 1] != UInt8(ascii: "-")
            else { return false }
            labelStart = index + 1
        }
        return true
    }

    private static func isIPv6(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
        guard (4...47).contains(range.count), text[range.lowerBound] == UInt8(ascii: "["),
            text[range.upperBound - 1] == UInt8(ascii: "]")
        else { return false }
        let address = range.dropFirst().dropLast()
        return address.count(where: { text[$0] == UInt8(ascii: ":") }) >= 2
            && address.allSatisfy { text[$0].hexValue != nil || ":.".utf8.contains(text[$0]) }
    }

    /// Where the marks of query and fragment stand. Path, query and fragment have no raw Unicode, no quotes,
    /// and each percent sign with its two digits.
    private static func marks(
        in text: Span<UInt8>, from start: Int
    ) throws(WebURL.Mistake) -> (query: Int?, fragment: Int?) {
        let allowed = urlBytes
        var query: Int?
        var fragment: Int?
        for index in start..<text.count {
            switch text[index] {
            case UInt8(ascii: "?"):
                if query == nil, fragment == nil { query = index }
            case UInt8(ascii: "#"):
                guard fragment == nil else { throw .malformed }
                fragment = index
            case UInt8(ascii: "%"):
                guard index + 2 < text.count, text[index + 1].hexValue != nil,
                    text[index + 2].hexValue != nil
                else { throw .malformed }
            case let byte:
                guard allowed.contains(byte) else { throw .malformed }
            }
        }
        return (query, fragment)
    }

    private static func first(
        _ symbol: Unicode.Scalar, in text: Span<UInt8>, within range: Range<Int>
    ) -> Int? {
        let byte = UInt8(ascii: symbol)
        for index in range where text[index] == byte { return index }
        return nil
    }

    /// Where a path, a query or a fragment begins, else the text's end.
    private static func hostEnd(in text: Span<UInt8>, from start: Int) -> Int {
        for index in start..<text.count {
            switch text[index] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return index
            default: continue
            }
        }
        return text.count
    }

    static func string(_ text: Span<UInt8>, in range: Range<Int>) -> String {
        text.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// RFC 3986's characters, and the brackets and bars that query strings have in practice.
    static let urlBytes = ByteSet(alphanumericsAnd: "-._~:/?#[]@!$&'()*+,;=%|")
    private static let labelBytes = ByteSet(alphanumericsAnd: "-_")
}

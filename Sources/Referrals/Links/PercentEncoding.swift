/// Text within URLs; RFC 3986, section 2.
enum PercentEncoding {
    /// Everything but letters, digits and `-._~` as `%XX`, so that the result is one item wherever it lands.
    static func encode(_ text: String) -> String {
        unreserved.holds(text) ? text : String(utf8: { append(text, keeping: unreserved, to: &$0) })
    }

    /// What no URL can hold as `%XX`, the rest as it is: text that is a part of a URL already.
    static func mend(_ text: String) -> String {
        let kept = URLSyntax.urlBytes
        return kept.holds(text) ? text : String(utf8: { append(text, keeping: kept, to: &$0) })
    }

    /// Query items, encoded: `a=1&b=%20`.
    static func query(_ items: [(name: String, value: String)]) -> String {
        String(utf8: { bytes in
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "&")) }
                append(item.name, keeping: unreserved, to: &bytes)
                bytes.append(UInt8(ascii: "="))
                append(item.value, keeping: unreserved, to: &bytes)
            }
        })
    }

    /// The text with each `%XX` replaced; nil when the bytes are no UTF-8. A lone percent sign stands for
    /// itself.
    static func decode(_ text: some StringProtocol) -> String? {
        var text = String(text)
        return text.withUTF8 { decode($0.span, in: 0..<$0.count, plusIsSpace: false) }
    }

    /// The items of a query as forms write one, decoded; what is no UTF-8 is passed over.
    static func items(of query: String) -> [(name: String, value: String)] {
        var query = query
        return query.withUTF8 { items(of: $0.span, in: 0..<$0.count) }
    }

    static func items(of text: Span<UInt8>, in range: Range<Int>) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var (end, separator) = (start, Int?.none)
            while end < range.upperBound, text[end] != UInt8(ascii: "&") {
                if separator == nil, text[end] == UInt8(ascii: "=") { separator = end }
                end += 1
            }
            if end > start, let name = decode(text, in: start..<(separator ?? end), plusIsSpace: true),
                let value = decode(text, in: (separator.map { $0 + 1 } ?? end)..<end, plusIsSpace: true)
            {
                items.append((name, value))
            }
            start = end + 1
        }
        return items
    }

    private static func decode(_ text: Span<UInt8>, in range: Range<Int>, plusIsSpace: Bool) -> String? {
        let bytes = [UInt8](capacity: range.count) { bytes in
            var index = range.lowerBound
            while index < range.upperBound {
                if let byte = escape(in: text, at: index, before: range.upperBound) {
                    bytes.append(byte)
                    index += 3
                } else {
                    let isSpace = plusIsSpace && text[index] == UInt8(ascii: "+")
                    bytes.append(isSpace ? UInt8(ascii: " ") : text[index])
                    index += 1
                }
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func escape(in bytes: Span<UInt8>, at index: Int, before end: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < end,
            let high = URLSyntax.hexValue(bytes[index + 1]), let low = URLSyntax.hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func append(_ text: String, keeping kept: ByteSet, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { text in
            // Each byte becomes three at most.
            bytes.append(addingCapacity: text.count * 3) { bytes in
                for byte in text {
                    if kept.contains(byte) {
                        bytes.append(byte)
                    } else {
                        bytes.append(UInt8(ascii: "%"))
                        bytes.append(hexDigit(byte >> 4))
                        bytes.append(hexDigit(byte & 15))
                    }
                }
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static let unreserved = ByteSet(alphanumericsAnd: "-._~")
}

extension String {
    fileprivate init(utf8 write: (inout [UInt8]) -> Void) {
        var bytes: [UInt8] = []
        write(&bytes)
        self.init(decoding: bytes, as: UTF8.self)
    }
}

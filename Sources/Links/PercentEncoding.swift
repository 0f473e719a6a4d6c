internal import Basics

/// Text within URLs; RFC 3986, section 2.
enum PercentEncoding {
    /// Characters that aren't allowed in a URL as `%XX`, the rest unchanged: for text that is already a
    /// part of a URL.
    static func mend(_ text: String) -> String {
        String(utf8Capacity: text.utf8.count * 3) { append(text, keeping: URLSyntax.urlBytes, to: &$0) }
    }

    /// Query items: `a=1&b=%20`. Everything but letters, digits and `-._~` is `%XX`, so that each is one item
    /// wherever it lands.
    static func query(_ items: [(name: String, value: String)]) -> String {
        var capacity = 0
        for item in items { capacity += (item.name.utf8.count + item.value.utf8.count) * 3 + 2 }
        return String(utf8Capacity: capacity) { bytes in
            for index in items.indices {
                if index > 0 { bytes.append(UInt8(ascii: "&")) }
                append(items[index].name, keeping: unreserved, to: &bytes)
                bytes.append(UInt8(ascii: "="))
                append(items[index].value, keeping: unreserved, to: &bytes)
            }
        }
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
        // Most links have fewer.
        items.reserveCapacity(min(range.count / 2, 8))
        var start = range.lowerBound
        while start < range.upperBound {
            var (end, separator, isPlain) = (start, Int?.none, true)
            while end < range.upperBound, text[end] != UInt8(ascii: "&") {
                switch text[end] {
                case UInt8(ascii: "="): if separator == nil { separator = end }
                case UInt8(ascii: "%"), UInt8(ascii: "+"), 0x80...: isPlain = false
                default: break
                }
                end += 1
            }
            let valueStart = separator.map { $0 + 1 } ?? end
            if end > start, let name = part(of: text, in: start..<(separator ?? end), isPlain: isPlain),
                let value = part(of: text, in: valueStart..<end, isPlain: isPlain)
            {
                items.append((name, value))
            }
            start = end + 1
        }
        return items
    }

    /// - Parameter isPlain: whether the bytes stand for themselves, and are ASCII.
    private static func part(of text: Span<UInt8>, in range: Range<Int>, isPlain: Bool) -> String? {
        isPlain ? URLSyntax.string(text, in: range) : decode(text, in: range, plusIsSpace: true)
    }

    private static func decode(_ text: Span<UInt8>, in range: Range<Int>, plusIsSpace: Bool) -> String? {
        var isASCII = true
        let decoded = String(utf8Capacity: range.count) { bytes in
            replace(text, in: range, plusIsSpace: plusIsSpace) { byte in
                isASCII = isASCII && byte < 0x80
                bytes.append(byte)
            }
        }
        if isASCII { return decoded }
        // `String` has replaced invalid UTF-8.
        var bytes: [UInt8] = []
        replace(text, in: range, plusIsSpace: plusIsSpace) { bytes.append($0) }
        return String(validating: bytes, as: UTF8.self)
    }

    @inline(__always)
    private static func replace(
        _ text: Span<UInt8>, in range: Range<Int>, plusIsSpace: Bool, to write: (UInt8) -> Void
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            if let byte = escape(in: text, at: index, before: range.upperBound) {
                write(byte)
                index += 3
            } else {
                write(plusIsSpace && text[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : text[index])
                index += 1
            }
        }
    }

    private static func escape(in bytes: Span<UInt8>, at index: Int, before end: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < end,
            let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
        else { return nil }
        return high << 4 | low
    }

    @inline(__always)
    private static func append(_ text: String, keeping kept: ByteSet, to bytes: inout OutputSpan<UInt8>) {
        var text = text
        text.withUTF8 { text in
            for byte in text {
                if kept.contains(byte) {
                    bytes.append(byte)
                } else {
                    bytes.append(UInt8(ascii: "%"))
                    bytes.append(.uppercaseHexDigit(byte >> 4))
                    bytes.append(.uppercaseHexDigit(byte & 15))
                }
            }
        }
    }

    private static let unreserved = ByteSet(alphanumericsAnd: "-._~")
}

extension String {
    /// Text that is written directly, so that short text needs no memory of its own.
    @inline(__always)
    fileprivate init(utf8Capacity capacity: Int, write: (inout OutputSpan<UInt8>) -> Void) {
        self.init(unsafeUninitializedCapacity: capacity) { buffer in
            var bytes = OutputSpan(buffer: buffer, initializedCount: 0)
            write(&bytes)
            return bytes.finalize(for: buffer)
        }
    }
}

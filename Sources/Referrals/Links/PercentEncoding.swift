/// Text within URLs; RFC 3986, section 2.
enum PercentEncoding {
    /// Everything but letters, digits and `-._~` as `%XX`, so that the result is one item wherever it lands.
    static func encode(_ text: String) -> String {
        if text.utf8.allSatisfy(isUnreserved) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3)
        for byte in text.utf8 { append(byte, to: &bytes, isKept: isUnreserved(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What no URL can hold as `%XX`, the rest as it is: text that is a part of a URL already.
    static func mend(_ text: String) -> String {
        if text.utf8.allSatisfy(URLSyntax.isURLByte) { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 { append(byte, to: &bytes, isKept: URLSyntax.isURLByte(byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with each `%XX` replaced; nil when the bytes are no UTF-8. A lone percent sign stands for
    /// itself.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        decode(bytes: Array(text.utf8), plusIsSpace: plusIsSpace)
    }

    private static func decode(bytes source: [UInt8], plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if let byte = escape(in: source, at: index) {
                bytes.append(byte)
                index += 3
            } else {
                let isSpace = plusIsSpace && source[index] == UInt8(ascii: "+")
                bytes.append(isSpace ? UInt8(ascii: " ") : source[index])
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Query items, encoded: `a=1&b=%20`.
    static func query(_ items: [(name: String, value: String)]) -> String {
        var text = ""
        for item in items {
            if !text.isEmpty { text += "&" }
            text += encode(item.name)
            text += "="
            text += encode(item.value)
        }
        return text
    }

    /// The items of a query as forms write one, decoded; what is no UTF-8 is passed over.
    static func items(of query: some StringProtocol) -> [(name: String, value: String)] {
        Array(query.utf8).split(separator: UInt8(ascii: "&")).compactMap { item in
            let separator = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            guard let name = decode(bytes: Array(item[..<separator]), plusIsSpace: true),
                let value = decode(bytes: Array(item[separator...].dropFirst()), plusIsSpace: true)
            else { return nil }
            return (name, value)
        }
    }

    private static func escape(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let high = URLSyntax.hexValue(bytes[index + 1]), let low = URLSyntax.hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8], isKept: Bool) {
        if isKept { return bytes.append(byte) }
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        unreserved.contains(byte)
    }

    private static let unreserved = ByteSet(alphanumericsAnd: "-._~")
}

/// Where the parts of a web URL are, and what may stand in them; RFC 3986, read strictly.
///
/// Stricter than browsers are: what they mend in silence (backslashes, spaces, raw Unicode) is where one
/// reader sees another host than the next.
struct URLSyntax {
    let scheme: String
    let host: String
    /// With its slash; empty for none.
    let path: Substring
    /// Without its question mark; nil for none.
    let query: Substring?
    /// Where query items can be added: the end, or the fragment's `#`.
    let fragmentStart: String.Index

    init(_ text: String, bytesMax: Int) throws(WebURL.Mistake) {
        guard text.utf8.count <= bytesMax else { throw .tooLong }
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { throw .controls }
        scheme = try Self.scheme(of: text)
        let afterScheme = text.utf8.index(text.startIndex, offsetBy: scheme.utf8.count + 3)
        // Bytes all the way: characters cost ten times as much to walk.
        let authority = text.utf8[afterScheme...].prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .credentials }
        host = try Self.host(of: Substring(authority))
        let rest = text.utf8[authority.endIndex...]
        guard Self.isWellFormed(Array(rest)) else { throw .malformed }
        fragmentStart = rest.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let hierarchy = rest[..<fragmentStart]
        let path = hierarchy.prefix { $0 != UInt8(ascii: "?") }
        self.path = Substring(path)
        query =
            path.endIndex < hierarchy.endIndex ? Substring(hierarchy[path.endIndex...].dropFirst()) : nil
    }

    private static func scheme(of text: String) throws(WebURL.Mistake) -> String {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else {
            throw .malformed
        }
        let scheme = text[..<colon].lowercased()
        guard scheme.utf8.allSatisfy({ isAlphanumeric($0) || "+-.".utf8.contains($0) }) else {
            throw .malformed
        }
        guard scheme == "https" || scheme == "http" else { throw .scheme }
        guard text[colon...].utf8.starts(with: "://".utf8) else { throw .malformed }
        return scheme
    }

    private static func host(of authority: Substring) throws(WebURL.Mistake) -> String {
        var host = authority
        if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
            authority.utf8.last != UInt8(ascii: "]")
        {
            let digits = authority[colon...].dropFirst()
            guard digits.first != "+", let port = UInt16(digits), port > 0 else { throw .malformed }
            host = authority[..<colon]
        }
        guard isHostName(host) || isIPv6(host) else { throw .malformed }
        return host.lowercased()
    }

    /// Labels of letters, digits, hyphens and underscores; a name that ends with a dot would be another text
    /// for the same host.
    static func isHostName(_ text: some StringProtocol) -> Bool {
        guard (1...253).contains(text.utf8.count) else { return false }
        return text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            (1...63).contains($0.count) && $0.first != UInt8(ascii: "-") && $0.last != UInt8(ascii: "-")
                && $0.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        }
    }

    private static func isIPv6(_ text: Substring) -> Bool {
        guard text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") else { return false }
        let address = text.utf8.dropFirst().dropLast()
        return (2...45).contains(address.count) && address.count(where: { $0 == UInt8(ascii: ":") }) >= 2
            && address.allSatisfy { hexValue($0) != nil || ":.".utf8.contains($0) }
    }

    /// Path, query and fragment: no raw Unicode, no quotes, each percent sign with its two digits.
    private static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        var fragments = 0
        for (index, byte) in bytes.enumerated() {
            guard isURLByte(byte) else { return false }
            if byte == UInt8(ascii: "#") { fragments += 1 }
            guard byte == UInt8(ascii: "%") else { continue }
            guard index + 2 < bytes.count, hexValue(bytes[index + 1]) != nil,
                hexValue(bytes[index + 2]) != nil
            else { return false }
        }
        return fragments <= 1
    }

    /// RFC 3986's characters, and the brackets and bars that query strings have in practice.
    static func isURLByte(_ byte: UInt8) -> Bool {
        urlBytes.contains(byte)
    }

    private static let urlBytes = ByteSet(alphanumericsAnd: "-._~:/?#[]@!$&'()*+,;=%|")

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

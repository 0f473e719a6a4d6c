/// A URL's parts as they are written (RFC 3986), with a strict reading of what stands between them.
struct URLParts {
    /// In lower case.
    let scheme: String
    let host: Substring
    /// Nil where there is no colon.
    let port: Substring?
    /// The path, `/` at least, and the query.
    let target: String

    init(_ text: String) throws(ReceiverURLError) {
        guard let end = text.firstRange(of: "://") else { throw .scheme }
        scheme = text[..<end.lowerBound].lowercased()
        let rest = text[end.upperBound...]
        let authority = rest.prefix { !"/?#\\".contains($0) }
        let target = rest[authority.endIndex...]
        guard !authority.contains("@") else { throw .userInfo }
        (host, port) = try Self.split(authority)
        guard !target.contains("#") else { throw .fragment }
        guard target.utf8.allSatisfy(Self.isAllowed) else { throw .character }
        self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
    }

    private static func split(
        _ authority: Substring
    ) throws(ReceiverURLError) -> (host: Substring, port: Substring?) {
        var rest = authority
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw .host }
            rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .host }
        } else {
            rest = authority[(authority.firstIndex(of: ":") ?? authority.endIndex)...]
        }
        return (authority[..<rest.startIndex], rest.isEmpty ? nil : rest.dropFirst())
    }

    /// The characters of RFC 3986, with `%`.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !#""<>\^`{|}"#.utf8.contains(byte)
    }
}

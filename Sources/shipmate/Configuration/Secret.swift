/// Keeps passwords out of whatever is printed.
enum Secret {
    static let hidden = "***"

    /// A connection string as it may be shown: libpq's two forms, with every password replaced.
    static func masking(_ connectionString: String) -> String {
        let isURL = DatabaseSource.isURL(connectionString)
        let text = isURL ? maskingUserInfo(connectionString) : connectionString
        return maskingParameters(text, separators: isURL ? "?&" : " ")
    }

    /// `scheme://user:password@host`: the password runs from the first colon to the last `@`.
    private static func maskingUserInfo(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://") else { return url }
        let rest = url[scheme.upperBound...]
        // A password may hold a raw slash by mistake, so the path doesn't end the search; the parameters do.
        let candidates = rest.prefix { $0 != "?" }
        guard let at = candidates.lastIndex(of: "@"), let colon = rest.firstIndex(of: ":"), colon < at else {
            return url
        }
        return url[...colon] + hidden + url[at...]
    }

    /// `password=…` (and `sslpassword=…`) among parameters or keywords, quoted or not.
    private static func maskingParameters(_ text: String, separators: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let found = rest.firstRange(of: "password") {
            let after = rest[found.upperBound...]
            let gap = after.prefix { $0 == " " }
            result += rest[..<found.upperBound]
            rest = after
            guard after.dropFirst(gap.count).first == "=" else { continue }
            let value = after.dropFirst(gap.count + 1).drop { $0 == " " }
            result += "=" + hidden
            rest = value.first == "'" ? afterQuoted(value) : value.drop { !separators.contains($0) }
        }
        return result + rest
    }

    /// The text after a value in single quotes, in which a backslash escapes the next character.
    private static func afterQuoted(_ value: Substring) -> Substring {
        var rest = value.dropFirst()
        while let character = rest.popFirst(), character != "'" {
            if character == "\\" { _ = rest.popFirst() }
        }
        return rest
    }
}

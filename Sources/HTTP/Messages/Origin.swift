internal import Basics

/// Where a script comes from, as browsers write it in the field Origin: `scheme://host`, with a port unless
/// it is the scheme's own. RFC 6454 section 6.2.
package struct Origin: Hashable, Sendable {
    package let text: String

    /// Nil for a value that no browser sends, and so never matches: a path or a slash at the end, upper
    /// case, the scheme's default port. Nil also for `null` and `*`, which mean all origins.
    package init?(_ text: String) {
        guard let separator = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<separator.lowerBound]
        guard Self.isScheme(scheme), let port = Self.port(behindHost: text[separator.upperBound...]) else {
            return nil
        }
        let isOwn = scheme == "http" && port == "80" || scheme == "https" && port == "443"
        guard !isOwn, port.isEmpty || Self.isPort(port) else { return nil }
        self.text = text
    }

    /// Web views have schemes of their own, such as `capacitor`.
    private static func isScheme(_ text: Substring) -> Bool {
        text.utf8.first?.isLowercaseLetter == true
            && text.utf8.allSatisfy { $0.isLowercaseLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// The text after the host's colon, empty without one; nil for an invalid host.
    private static func port(behindHost authority: Substring) -> Substring? {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : authority.startIndex
        guard let end else { return nil }
        let colon = authority[end...].firstIndex(of: ":")
        let host = authority[..<(colon ?? authority.endIndex)]
        guard isName(host) || isAddress(host) else { return nil }
        guard let colon else { return "" }
        let port = authority[authority.index(after: colon)...]
        return port.isEmpty ? nil : port
    }

    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy { $0.isLowercaseLetter || $0.isDigit || "-._".utf8.contains($0) }
    }

    /// IPv6, in brackets.
    private static func isAddress(_ host: Substring) -> Bool {
        guard host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 3 else { return false }
        return host.dropFirst().dropLast().utf8.allSatisfy { $0.isDigit || "abcdef:.".utf8.contains($0) }
    }

    private static func isPort(_ text: Substring) -> Bool {
        UInt16(text).map { String($0) == text && $0 > 0 } ?? false
    }
}

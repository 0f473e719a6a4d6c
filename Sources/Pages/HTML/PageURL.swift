internal import Basics
internal import Links

/// An address that a page or a redirect may lead to: http, https or an app's own scheme, and never one that
/// a browser executes itself, such as `javascript:`.
///
/// It is the only type for `href`, `src` and `Location`, and only printable ASCII: other characters are
/// percent-encoded, so that no value ends a line or a quote.
package struct PageURL: Equatable {
    package let text: String

    /// Nil for what must not be followed.
    init?(_ text: String) {
        // Most are recognised by their first bytes; a scheme may be in any case, or an app's.
        guard text.hasPrefix("https://") || text.hasPrefix("http://") || Self.hasGoodScheme(text) else {
            return nil
        }
        self.text = Self.legal.holds(text) ? text : Self.encoded(text)
    }

    /// A redirect may also lead to what an Android browser opens an app by.
    package init?(redirect text: String) {
        if text.hasPrefix("intent://") { self.init(legal: text) } else { self.init(text) }
    }

    private init(legal text: String) {
        self.text = Self.encoded(text)
    }

    init(_ url: WebURL) {
        // A WebURL is http or https by its type.
        text = Self.encoded(url.description)
    }

    /// A fragment of the same page.
    package init(fragment: String) {
        text = "#" + Self.encoded(fragment)
    }

    /// Another page of the service. Two slashes at the start would lead to another host.
    package init(path: String) {
        precondition(path.hasPrefix("/") && !path.hasPrefix("//"), "\(path) is no path of ours")
        text = Self.encoded(path)
    }

    /// Path and query of a link of ours, by which its own page leads on.
    package static func path(of link: String) -> String {
        let rest = link.split(separator: "://", maxSplits: 1).last ?? ""
        return String(rest[(rest.firstIndex(of: "/") ?? rest.endIndex)...])
    }

    private static func hasGoodScheme(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            text.utf8[colon...].starts(with: "://".utf8)
        else { return false }
        let scheme = String(text[..<colon])
        return scheme.lowercased() == "https" || scheme.lowercased() == "http"
            || AppProfile.isCustomScheme(scheme)
    }

    /// Unreserved, reserved or the percent sign, RFC 3986 section 2.
    private static let legal = ByteSet(alphanumericsAnd: "-._~:/?#[]@!$&'()*+,;=%")

    private static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if legal.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), .uppercaseHexDigit(byte >> 4), .uppercaseHexDigit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

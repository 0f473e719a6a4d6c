/// The host and, maybe, path under which short links live, such as `https://go.example.com/invite`.
package struct LinkPrefix: Hashable, Sendable, CustomStringConvertible {
    /// In lower case, without a port.
    package let host: String
    /// Empty, or segments with a slash before each.
    package let path: String

    /// Takes `https://host`, `https://host/path` or a bare host; nil for anything else.
    package init?(_ text: String) {
        fatalError("H1")
    }

    /// Always https.
    package var description: String { "https://\(host)\(path)" }

    package func shortLink(_ code: LinkCode) -> String { "\(self)/\(code)" }
    package func previewLink(_ code: LinkCode) -> String { "\(self)/\(code)?d=1" }
    package func qrLink(_ code: LinkCode) -> String { "\(self)/\(code)/qr" }
}

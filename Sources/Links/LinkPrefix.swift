internal import Basics

/// The host and, maybe, path under which short links live, such as `https://go.example.com/invite`.
package struct LinkPrefix: Hashable, Sendable, CustomStringConvertible {
    package static let bytesMax = 512

    /// In lower case, without a port.
    package let host: String
    /// Empty, or segments with a slash before each.
    package let path: String

    /// Takes `https://host`, `https://host/path` or a bare host; nil for anything else. A slash at the end is
    /// passed over.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let scheme = "https://"
        if text.utf8.starts(with: scheme.utf8) {
            let rest = text.dropFirst(scheme.count)
            let host = rest.prefix { $0 != "/" }
            self.init(host: String(host), path: String(rest[host.endIndex...]))
        } else {
            self.init(host: text, path: "")
        }
    }

    /// - Parameter path: empty, or begins with a slash; one at its end is passed over.
    init?(host: String, path: String) {
        guard host.utf8.count + path.utf8.count <= Self.bytesMax, URLSyntax.isHostName(host) else {
            return nil
        }
        let path = path.utf8.last == UInt8(ascii: "/") ? String(Substring(path.utf8.dropLast())) : path
        if !path.isEmpty {
            let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            guard segments.allSatisfy(Self.isSegment) else { return nil }
        }
        self.host = host.lowercased()
        self.path = path
    }

    /// Letters, digits and `-_~.`; never hidden, as `.well-known` is, and never a step in the path.
    private static func isSegment(_ segment: Substring) -> Bool {
        !segment.isEmpty && segment.first != "."
            && segment.utf8.allSatisfy { $0.isAlphanumeric || "-_~.".utf8.contains($0) }
    }

    /// Always https.
    package var description: String { "https://\(host)\(path)" }

    package func shortLink(_ code: LinkCode) -> String { "\(self)/\(code)" }
    package func previewLink(_ code: LinkCode) -> String { "\(self)/\(code)?d=1" }
    package func qrLink(_ code: LinkCode) -> String { "\(self)/\(code)/qr" }

    /// Whether a URL is in this prefix's space, however it is written.
    package func covers(_ url: WebURL) -> Bool {
        url.host == host && url.pathSegments.starts(with: path.split(separator: "/").map(String.init))
    }

    /// The code that a URL names right below this prefix, be it of the link or of its picture.
    func code(of url: WebURL) -> LinkCode? {
        guard covers(url) else { return nil }
        let below = url.pathSegments.dropFirst(path.split(separator: "/").count)
        guard let first = below.first, below.dropFirst().allSatisfy({ $0 == "qr" }), below.count <= 2 else {
            return nil
        }
        return LinkCode(first)
    }
}

internal import Basics

/// The host and, maybe, path under which short links live, such as `https://go.example.com/invite`.
package struct LinkPrefix: Hashable, Sendable, CustomStringConvertible {
    package static let bytesMax = 512

    /// In lower case, without a port.
    package let host: String
    /// Empty, or segments with a slash before each.
    package let path: String
    /// Of a host of this machine that is reached over http; 0 for all others, which are https. Two prefixes
    /// that differ in it alone are one.
    private let localPort: UInt16

    /// Takes `https://host`, `https://host/path` or a bare host, and `http://name.localhost:port` with a path
    /// or without; nil for anything else. A slash at the end is passed over.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let scheme = "https://"
        if text.utf8.starts(with: scheme.utf8) {
            let rest = text.dropFirst(scheme.count)
            let host = rest.prefix { $0 != "/" }
            self.init(host: String(host), path: String(rest[host.endIndex...]))
        } else if text.hasPrefix("http://") {
            self.init(local: text.dropFirst("http://".count))
        } else {
            self.init(host: text, path: "")
        }
    }

    /// For trying links out: names below `.localhost` are this machine (RFC 6761 section 6.3).
    private init?(local text: Substring) {
        let authority = text.prefix { $0 != "/" }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased().hasSuffix(".localhost"), let port = UInt16(parts[1]),
            port > 0
        else { return nil }
        self.init(host: String(parts[0]), path: String(text[authority.endIndex...]), localPort: port)
    }

    /// - Parameter path: empty, or begins with a slash; one at its end is passed over.
    init?(host: String, path: String, localPort: UInt16 = 0) {
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
        self.localPort = localPort
    }

    package static func == (left: LinkPrefix, right: LinkPrefix) -> Bool {
        left.host == right.host && left.path == right.path
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(path)
    }

    /// Letters, digits and `-_~.`; never hidden, as `.well-known` is, and never a step in the path.
    private static func isSegment(_ segment: Substring) -> Bool {
        !segment.isEmpty && segment.first != "."
            && segment.utf8.allSatisfy { $0.isAlphanumeric || "-_~.".utf8.contains($0) }
    }

    package var description: String {
        localPort == 0 ? "https://\(host)\(path)" : "http://\(host):\(localPort)\(path)"
    }

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

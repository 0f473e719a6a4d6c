/// An absolute http or https URL without credentials or controls, at most 7,168 bytes; RFC 3986.
package struct WebURL: Hashable, Sendable, CustomStringConvertible {
    package static let bytesMax = 7168

    /// As it was written.
    package let description: String
    /// `http` or `https`.
    package let scheme: String
    /// In lower case, without the port.
    package let host: String

    /// Why text is no such URL.
    package enum Mistake: Error, Equatable, Sendable {
        case malformed
        case scheme
        case credentials
        case controls
        case tooLong

        /// In words, for the URL's author.
        package var detail: String {
            switch self {
            case .malformed: "The URL is malformed; characters outside of ASCII must be percent-encoded."
            case .scheme: "A URL must begin with https:// or http://."
            case .credentials: "A URL can't have a user name or password."
            case .controls: "A URL can't have spaces or control characters."
            case .tooLong: "A URL has at most \(WebURL.bytesMax) bytes."
            }
        }
    }

    package init(_ text: String) throws(Mistake) {
        let syntax = try URLSyntax(text, bytesMax: Self.bytesMax)
        self.init(description: text, scheme: syntax.scheme, host: syntax.host)
    }

    private init(description: String, scheme: String, host: String) {
        self.description = description
        self.scheme = scheme
        self.host = host
    }

    package static func == (left: WebURL, right: WebURL) -> Bool {
        left.description == right.description
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }

    /// The URL with query items added after those it has, percent-encoded; the fragment stays last.
    package func adding(_ items: [(name: String, value: String)]) -> WebURL {
        guard !items.isEmpty else { return self }
        let hash = description.utf8.firstIndex(of: UInt8(ascii: "#")) ?? description.endIndex
        let head = description[..<hash]
        let isOpen = head.utf8.last == UInt8(ascii: "?") || head.utf8.last == UInt8(ascii: "&")
        let separator = !head.utf8.contains(UInt8(ascii: "?")) ? "?" : isOpen ? "" : "&"
        let text = head + separator + PercentEncoding.query(items) + description[hash...]
        return WebURL(description: String(text), scheme: scheme, host: host)
    }

    /// The first value of a query item, percent-decoded.
    package func queryValue(_ name: String) -> String? {
        queryItems.first { $0.name == name }?.value
    }

    /// All query items, decoded.
    var queryItems: [(name: String, value: String)] {
        let head = description.utf8.prefix { $0 != UInt8(ascii: "#") }
        guard let mark = head.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return PercentEncoding.items(of: String(Substring(head[mark...].dropFirst())))
    }

    /// The path's segments, decoded, with `.` and `..` followed as browsers follow them and empty ones left
    /// out: what tells whether two URLs have the same target.
    var pathSegments: [String] {
        let rest = description.utf8.dropFirst(scheme.utf8.count + 3)
        let path = Substring(rest.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }).prefix {
            $0 != "?" && $0 != "#"
        }
        var segments: [String] = []
        for part in path.split(separator: "/") {
            let segment = PercentEncoding.decode(part) ?? String(part)
            switch segment {
            case ".": continue
            case "..": _ = segments.popLast()
            default: segments += segment.split(separator: "/").map(String.init)
            }
        }
        return segments
    }
}

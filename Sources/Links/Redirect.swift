/// Where all visitors of one platform are sent, but for the click's id.
package struct Redirect: Equatable, Sendable {
    /// The id goes between.
    private let parts: [String]

    /// - Parameters:
    ///   - url: where the visitor of `clickID` is sent.
    ///   - clickID: new and random: found in the URL, it is the click's and nothing else.
    package init(_ url: String, clickID: String) {
        parts = Self.parts(of: url, around: clickID)
    }

    package func url(clickID: String) -> String {
        var url = parts[0]
        for part in parts.dropFirst() {
            url += clickID
            url += part
        }
        return url
    }

    private static func parts(of url: String, around clickID: String) -> [String] {
        let (bytes, id) = (Array(url.utf8), Array(clickID.utf8))
        var parts: [String] = []
        var (start, index) = (0, 0)
        while index + id.count <= bytes.count {
            if bytes[index..<index + id.count] == id[...] {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += id.count
                start = index
            } else {
                index += 1
            }
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}

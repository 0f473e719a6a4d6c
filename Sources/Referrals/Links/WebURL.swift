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
    }

    package init(_ text: String) throws(Mistake) {
        fatalError("H1")
    }

    /// The URL with query items added after those it has, percent-encoded; the fragment stays last.
    package func adding(_ items: [(name: String, value: String)]) -> WebURL {
        fatalError("H1")
    }

    /// The first value of a query item, percent-decoded.
    package func queryValue(_ name: String) -> String? {
        fatalError("H1")
    }
}

internal import Patterns

/// A regular expression that URLs must match to be followed, in RE2's syntax, as Firebase's URL patterns
/// were.
///
/// A match must begin where the URL begins, each alternative's too, else
/// `https://elsewhere.example/?https://example.com/` would do; a pattern says so with its `^`. Without a `$`
/// it allows whatever follows.
package struct URLPattern: Sendable, CustomStringConvertible {
    package static let bytesMax = 1024

    package let description: String
    private let pattern: Pattern

    /// Why text is no pattern.
    package struct Mistake: Error, Equatable, Sendable {
        package let detail: String
    }

    package init(_ text: String) throws(Mistake) {
        guard (1...Self.bytesMax).contains(text.utf8.count) else {
            throw Mistake(detail: "A pattern has 1 to \(Self.bytesMax) bytes.")
        }
        guard text.hasPrefix("^") else {
            throw Mistake(detail: #"A pattern begins with ^, such as ^https://example\.com/.*$"#)
        }
        do throws(Pattern.Mistake) {
            pattern = try Pattern(text)
        } catch {
            throw Mistake(detail: "RE2: \(error.reason).")
        }
        description = text
    }

    package func matches(_ url: WebURL) -> Bool {
        pattern.matchesStart(of: url.description)
    }
}

/// A regular expression that URLs must match to be followed, in RE2's syntax, as Firebase's URL patterns were;
/// matching takes time linear in the URL.
package struct URLPattern: Sendable, CustomStringConvertible {
    package let description: String

    /// Why text is no pattern.
    package struct Mistake: Error, Equatable, Sendable {
        package let detail: String
    }

    package init(_ text: String) throws(Mistake) {
        fatalError("H1")
    }

    package func matches(_ url: WebURL) -> Bool {
        fatalError("H1")
    }
}

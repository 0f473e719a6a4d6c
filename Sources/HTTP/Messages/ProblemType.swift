/// One kind of problem: what its `type` stands for, to programs and to people. RFC 9457 section 4.
///
/// A problem can't be made without one, and so without a page that explains it. A class: problems pass
/// through many hands, and all of a kind share these words.
package final class ProblemType: Sendable {
    package let status: Int
    /// The last part of `type`, `/problems/<slug>`; clients are written against it.
    package let slug: String
    package let title: String
    /// The meaning, for readers who see it for the first time.
    package let meaning: String
    /// The remedy.
    package let remedy: String

    package init(_ status: Int, _ slug: String, _ title: String, meaning: String, remedy: String) {
        self.status = status
        self.slug = slug
        self.title = title
        self.meaning = meaning
        self.remedy = remedy
    }

    /// A reference, to be read against the address of the call.
    package var path: String { "/problems/" + slug }
}

extension ProblemType: Equatable {
    package static func == (left: ProblemType, right: ProblemType) -> Bool { left === right }
}

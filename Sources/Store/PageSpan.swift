package import FoundationEssentials
package import Postgres
package import Values

/// From when to when a list goes whose rows' ids rise with time: an index by id leads there, and the row's
/// own time decides.
package struct PageSpan: Equatable, Bindable, Sendable {
    /// Clocks of those who made the ids may have been apart.
    package static let slackSeconds: Int64 = 60
    package static let always = PageSpan(from: nil, until: nil, firstID: nil, lastID: nil)

    let from: Timestamp?
    let until: Timestamp?
    let firstID: UUID?
    let lastID: UUID?

    /// - Parameters:
    ///   - until: the first time that is beyond.
    ///   - firstID: none is before it.
    ///   - lastID: none is behind it.
    package init(from: Timestamp?, until: Timestamp?, firstID: UUID?, lastID: UUID?) {
        self.from = from
        self.until = until
        self.firstID = firstID
        self.lastID = lastID
    }

    /// A condition on four parameters.
    static func sql(_ id: String, _ time: String, from first: Int) -> String {
        """
        \(id) >= coalesce($\(first), \(PageEnds.firstUUID)) \
        AND \(id) <= coalesce($\(first + 1), \(PageEnds.uuid)) \
        AND \(within(time, from: first + 2))
        """
    }

    /// Whether a row's own time fits, said so that no index of times is gone by: where ids are in order, no
    /// more is read than what is wanted.
    static func within(_ time: String, from first: Int) -> String {
        "(\(time) >= $\(first) AND \(time) < $\(first + 1)) IS NOT FALSE"
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(firstID)
        parameters.add(lastID)
        parameters.add(from)
        parameters.add(until)
    }
}

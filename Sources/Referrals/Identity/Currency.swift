/// The unit of amounts: `[a-z][a-z0-9_]{0,62}`, such as `pieces_of_eight`.
package struct Currency: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let description: String

    /// Nil when `text` does not have that shape.
    package init?(_ text: String) {
        guard isName(text) else { return nil }
        description = text
    }

    private init(known: String) {
        description = known
    }

    package static let piecesOfEight = Currency(known: "pieces_of_eight")

    package static func < (left: Currency, right: Currency) -> Bool {
        left.description < right.description
    }
}

/// What a rule is called, in rewards, decisions and the ledger.
package struct RuleName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let description: String

    package init(_ text: String) {
        description = text
    }

    package init(stringLiteral text: StaticString) {
        description = text.description
    }

    package static func < (left: RuleName, right: RuleName) -> Bool {
        left.description < right.description
    }
}

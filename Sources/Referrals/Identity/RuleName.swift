internal import Basics

/// A rule's name, in rewards, decisions and the ledger: lower-case letters, digits, hyphens and
/// underscores, 63 at most, a letter first.
package struct RuleName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let description: String

    /// Nil when `text` does not have that shape.
    package init?(_ text: String) {
        guard isLabel(text), text.utf8.first?.isLowercaseLetter == true else { return nil }
        description = text
    }

    /// As it was kept, whatever was taken for a name then.
    package init(kept text: String) {
        description = text
    }

    package init(stringLiteral text: StaticString) {
        description = text.description
    }

    package static func < (left: RuleName, right: RuleName) -> Bool {
        left.description < right.description
    }
}

/// Lower-case letters, digits, hyphens and underscores: what is kept joined by commas and equals signs.
func isLabel(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 63
        && text.utf8.allSatisfy { $0.isLowercaseLetter || $0.isDigit || "-_".utf8.contains($0) }
}

internal import Basics

/// A short link's code, the last part of its URL: 1 to 128 letters, digits, hyphens and underscores.
/// Case-sensitive.
package struct LinkCode: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let lengths = 1...128

    package let description: String

    /// Nil when `text` is no code.
    package init?(_ text: String) {
        let bytes = text.utf8Span.span
        guard Self.lengths.contains(bytes.count) else { return nil }
        for index in bytes.indices where !Self.isSymbol(bytes[index]) { return nil }
        description = text
    }

    package static func < (left: LinkCode, right: LinkCode) -> Bool {
        left.description < right.description
    }

    private static func isSymbol(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

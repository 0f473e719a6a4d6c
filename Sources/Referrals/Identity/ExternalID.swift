/// A player's id in the app's own back end, or at the issuer of its tokens: opaque text.
///
/// Compared byte for byte, as the database does: case matters, and two spellings of one letter are two ids.
package struct ExternalID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Of Unicode's scalars; an issuer's `sub` has 255 at most (OpenID Connect Core, section 2).
    package static let lengths = 1...255

    package let description: String

    /// Nil when `text` is too long, or has controls or ends of lines.
    package init?(_ text: String) {
        guard Self.lengths.contains(text.unicodeScalars.count), text.unicodeScalars.allSatisfy(Self.isShown)
        else { return nil }
        description = text
    }

    package static func == (left: ExternalID, right: ExternalID) -> Bool {
        left.description.utf8.elementsEqual(right.description.utf8)
    }

    package static func < (left: ExternalID, right: ExternalID) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
        default: true
        }
    }
}

internal import Basics

/// An e-mail address as accounts are keyed by it: trimmed, in lower case, of one plain `local@domain` shape.
///
/// Deliverability is not judged; the shape is HTML's `input type=email` with at least one dot in the domain.
package struct EmailAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// RFC 5321, section 4.5.3.1.3: a path has 256 octets at most, the angle brackets among them.
    package static let bytesMax = 254

    package let description: String

    /// Nil when `text` is no address.
    package init?(_ text: String) {
        let address = Self.lowered(Self.trim(text[...]))
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard address.utf8.count <= Self.bytesMax, parts.count == 2,
            Self.isLocalPart(parts[0]), Self.isDomain(parts[1])
        else { return nil }
        description = address
    }

    package static func < (left: EmailAddress, right: EmailAddress) -> Bool {
        left.description < right.description
    }

    private static func trim(_ text: Substring) -> Substring {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    /// Only ASCII letters: Unicode's rules would make a `k` of the Kelvin sign, and one account of two
    /// addresses. Other characters stay, and are refused below.
    private static func lowered(_ text: Substring) -> String {
        String(decoding: text.utf8.map { $0.isUppercaseLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func isLocalPart(_ text: Substring) -> Bool {
        let symbols = ".!#$%&'*+/=?^_`{|}~-".utf8
        return (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetterOrDigit($0) || symbols.contains($0) }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        byte.isLowercaseLetter || byte.isDigit
    }
}

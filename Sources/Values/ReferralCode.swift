internal import Basics

/// Ten characters of Crockford's base32 that name a user in links, so that links need not show a uid.
///
/// Read as Crockford asks, and in any form that `TypedCode` allows: case does not matter, `I` and `L` are 1,
/// `O` is 0, blanks and hyphens are ignored. Source: crockford.com/base32.html.
package struct ReferralCode: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let length = 10

    /// Upper-case, with only the 32 symbols of the alphabet.
    package let description: String

    /// The code of erased users; it has no user.
    package static let ofErased = ReferralCode(known: "0000000000")
    /// The code of merged players; it has no user either.
    package static let ofMerged = ReferralCode(known: "ZZZZZZZZZZ")

    /// A code as a person typed it, in the form of `TypedCode`; nil when `text` is no referral code.
    package init?(_ text: String) {
        if let code = Self.symbols(text) {
            description = code
        } else if let code = TypedCode.comparisonForm(text).flatMap(Self.symbols) {
            description = code
        } else {
            return nil
        }
    }

    /// A code as links have it, without the forms that people type: other systems' codes may look like those.
    package static func written(_ text: String) -> ReferralCode? {
        symbols(text).map { ReferralCode(known: $0) }
    }

    private init(known text: String) {
        description = text
    }

    package static func < (left: ReferralCode, right: ReferralCode) -> Bool {
        left.description < right.description
    }

    /// The symbols of ten letters and digits; nil for other text.
    private static func symbols(_ text: String) -> String? {
        guard text.utf8.count == length else { return nil }
        let code = String(unsafeUninitializedCapacity: length) { symbols in
            for (index, byte) in text.utf8.enumerated() {
                let symbol = TypedCode.symbol(for: byte)
                guard symbol.isAlphanumeric, symbol != UInt8(ascii: "U") else { return 0 }
                symbols.initializeElement(at: index, to: symbol)
            }
            return length
        }
        return code.isEmpty ? nil : code
    }
}

internal import Basics

/// Ten characters of Crockford's base32 that name a user in links, so that links need not show a uid.
///
/// Read as Crockford asks: case does not matter, `I` and `L` are 1, `O` is 0. Source:
/// crockford.com/base32.html.
package struct ReferralCode: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let length = 10

    /// Upper-case, with only the 32 symbols of the alphabet.
    package let description: String

    /// The code of erased users; it has no user.
    package static let ofErased = ReferralCode(known: "0000000000")
    /// The code of merged players; it has no user either.
    package static let ofMerged = ReferralCode(known: "ZZZZZZZZZZ")

    /// Nil when `text` is no referral code.
    package init?(_ text: String) {
        guard text.utf8.count == Self.length else { return nil }
        description = String(unsafeUninitializedCapacity: Self.length) { symbols in
            for (index, byte) in text.utf8.enumerated() {
                guard let symbol = Self.symbol(for: byte) else { return 0 }
                symbols.initializeElement(at: index, to: symbol)
            }
            return Self.length
        }
        if description.isEmpty { return nil }
    }

    private init(known text: String) {
        description = text
    }

    package static func < (left: ReferralCode, right: ReferralCode) -> Bool {
        left.description < right.description
    }

    private static func symbol(for byte: UInt8) -> UInt8? {
        let upper = byte.isLowercaseLetter ? byte - 32 : byte
        switch upper {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
        case UInt8(ascii: "O"): return UInt8(ascii: "0")
        case UInt8(ascii: "U"): return nil
        default: return upper.isAlphanumeric ? upper : nil
        }
    }
}

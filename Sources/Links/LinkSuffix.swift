/// Codes out of random bytes, in base62.
package enum LinkSuffix {
    /// 96 bits: links can't be found by trying.
    package static let unguessableBytes = 12
    package static let unguessableLength = 17
    package static let shortLengths = 4...unguessableLength
    /// Enough that `short` fails for fewer than one in 2^50.
    package static let shortBytes = 48

    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    /// The number that twelve bytes spell, in 17 digits: 62^17 is a little over 2^96.
    package static func unguessable(from bytes: [UInt8]) -> LinkCode {
        precondition(bytes.count == unguessableBytes, "an unguessable code is made of 96 bits")
        var number = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        var digits: [UInt8] = []
        for _ in 0..<unguessableLength {
            let (rest, digit) = number.quotientAndRemainder(dividingBy: 62)
            digits.append(alphabet[Int(digit)])
            number = rest
        }
        return code(of: digits.reversed())
    }

    /// `length` digits, each as likely as the others: a byte past the last whole multiple of 62 is passed
    /// over. Nil when too few bytes are left; try others.
    package static func short(length: Int, from bytes: [UInt8]) -> LinkCode? {
        let digits = bytes.lazy.filter { $0 < 248 }.prefix(length).map { alphabet[Int($0 % 62)] }
        return digits.count == length ? code(of: Array(digits)) : nil
    }

    private static func code(of digits: [UInt8]) -> LinkCode {
        guard let code = LinkCode(String(decoding: digits, as: UTF8.self)) else {
            preconditionFailure("base62 digits are symbols of a code")
        }
        return code
    }
}

/// How long short codes are: from four characters, one more whenever a quarter of the latest tries met a code
/// that was taken. Each maker of codes keeps one; a new one learns the length again within a few tries.
package struct ShortCodeLength: Equatable, Sendable {
    private static let window = 16

    package private(set) var current = LinkSuffix.shortLengths.lowerBound
    private var tries = 0
    private var collisions = 0

    package init() {}

    /// Takes note of one try.
    package mutating func note(isTaken: Bool) {
        tries += 1
        if isTaken { collisions += 1 }
        if collisions * 4 >= Self.window {
            current = min(current + 1, LinkSuffix.shortLengths.upperBound)
            (tries, collisions) = (0, 0)
        } else if tries == Self.window {
            (tries, collisions) = (0, 0)
        }
    }
}

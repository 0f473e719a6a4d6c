internal import Referrals

extension LinkCode {
    /// The shortest of short codes.
    private static let shortLength = 4
    private static let unguessableLength = 17

    /// A code from random bits: 96 of them where it must not be guessed, else a few characters, one more at
    /// each attempt.
    static func random(_ suffix: NewLink.Suffix, attempt: Int) -> LinkCode {
        switch suffix {
        case .unguessable: base62(Randomness.bytes(12), length: unguessableLength)
        case .short: base62(Randomness.bytes(15), length: min(shortLength + attempt, unguessableLength))
        }
    }

    /// The same for the same input and key, and 96 bits to whoever lacks the key.
    static func keyed(_ input: String, key: Subkey) -> LinkCode {
        let hash = BLAKE2b.hash(Array(input.utf8), key: key.bytes, byteCount: 16)
        return base62(Array(hash[..<12]), length: unguessableLength)
    }

    /// The last `length` digits of a number to base 62, most significant first; 17 digits hold 96 bits.
    private static func base62(_ bytes: [UInt8], length: Int) -> LinkCode {
        let alphabet: StaticString = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        var number = bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        var digits = [UInt8](repeating: 0, count: length)
        for place in digits.indices.reversed() {
            let (quotient, digit) = number.quotientAndRemainder(dividingBy: 62)
            digits[place] = alphabet.utf8Start[Int(digit)]
            number = quotient
        }
        return LinkCode(String(decoding: digits, as: UTF8.self))!
    }
}

/// Codes of an authenticator app: TOTP with HMAC-SHA-1, six digits and steps of 30 seconds (RFC 6238).
package struct TOTP: Sendable, CustomStringConvertible {
    /// As RFC 4226 section 4 recommends.
    package static let secretByteCount = 20
    package static let digitCount = 6
    package static let stepSeconds: Int64 = 30
    /// Steps before and after the present one that are accepted, since clocks differ.
    private static let stepsAround: Int64 = 1

    package let secret: [UInt8]

    package var description: String { "TOTP(secret)" }

    /// A new secret, from random.
    package init() {
        self.init(secret: Randomness.bytes(Self.secretByteCount))
    }

    package init(secret: [UInt8]) {
        self.secret = secret
    }

    /// The secret as authenticator apps take it.
    package var secretText: String { Base32.encode(secret) }

    package static func step(at seconds: Int64) -> Int64 { seconds / stepSeconds }

    /// The code of a step (RFC 4226 section 5.3).
    package func code(atStep step: Int64) -> String {
        Self.text(number(atStep: step, modulus: 1_000_000), digits: Self.digitCount)
    }

    /// The step whose code this is, the latest if there are several; nil for a wrong code. All steps are
    /// compared, in constant time.
    package func step(of code: String, at seconds: Int64) -> Int64? {
        let present = Self.step(at: seconds)
        var found: Int64?
        for step in present - Self.stepsAround...present + Self.stepsAround
        where Sodium.areEqual(Array(code.utf8), Array(self.code(atStep: step).utf8)) {
            found = step
        }
        return found
    }

    /// - Parameter modulus: ten to the power of the digits.
    func number(atStep step: Int64, modulus: UInt32) -> UInt32 {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let hash = HMACSHA1.hash(counter, key: secret)
        let offset = Int(hash[hash.count - 1] & 15)
        let word = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return (word & 0x7FFF_FFFF) % modulus
    }

    static func text(_ number: UInt32, digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }
}

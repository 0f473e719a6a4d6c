internal import CCrypto

/// A public key of an issuer's, which signs by one algorithm alone.
package enum PublicKey: Hashable, Sendable {
    /// Big-endian numbers, without zeroes before them.
    case rsa(n: [UInt8], e: [UInt8])
    /// A point of P-256: 4, and two numbers of 32 bytes.
    case p256(point: [UInt8])
    case ed25519([UInt8])

    /// Fewer bits are broken sooner or later (RFC 7518, section 3.3); more only take time.
    private static let rsaBits = 2_048...8_192
    private static let exponentBytesMax = 4

    package var algorithm: SignatureAlgorithm {
        switch self {
        case .rsa: .rs256
        case .p256: .es256
        case .ed25519: .edDSA
        }
    }

    /// Nil for one that is too short or too long, or that accepts every signature.
    package static func rsa(modulus: [UInt8], exponent: [UInt8]) -> PublicKey? {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard rsaBits.contains(bits), modulus.last.map({ $0 & 1 == 1 }) == true,
            (1...exponentBytesMax).contains(exponent.count), exponent.last.map({ $0 & 1 == 1 }) == true,
            exponent != [1]
        else { return nil }
        return .rsa(n: modulus, e: exponent)
    }

    /// Nil for what isn't on the curve.
    package static func p256(x: [UInt8], y: [UInt8]) -> PublicKey? {
        let point = [4] + x + y
        guard x.count == 32, y.count == 32, shipmate_p256_has(point) else { return nil }
        return .p256(point: point)
    }

    /// Nil unless there are 32 bytes.
    package static func ed25519(bytes: [UInt8]) -> PublicKey? {
        bytes.count == 32 ? .ed25519(bytes) : nil
    }

    package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .rsa(let n, let e):
            shipmate_rsa_verifies(
                n, n.count, e, e.count, message, message.count, signature, signature.count)
        case .p256(let point):
            signature.count == 64 && shipmate_p256_verifies(point, message, message.count, signature)
        case .ed25519(let key):
            signature.count == 64 && shipmate_ed25519_verifies(key, message, message.count, signature)
        }
    }
}

internal import FoundationEssentials

/// A JSON Web Key as a set has it (RFC 7517), whatever it is.
struct WrittenKey: Decodable {
    package let kty: String
    package let kid: String?
    package let alg: String?
    package let use: String?
    let keyOperations: [String]?
    package let crv: String?
    package let n: String?
    package let e: String?
    package let x: String?
    package let y: String?
    /// Of a private key, or a secret: who publishes one has lost it.
    package let d: String?
    package let k: String?

    package enum CodingKeys: String, CodingKey {
        case kty, kid, alg, use, crv, n, e, x, y, d, k
        case keyOperations = "key_ops"
    }

    /// Nil for one that signs nothing that is taken here.
    package var key: PublicKey? {
        guard d == nil, k == nil, use == nil || use == "sig", keyOperations?.contains("verify") ?? true,
            let key = number, alg == nil || alg == key.algorithm.rawValue
        else { return nil }
        return key
    }

    private var number: PublicKey? {
        switch (kty, crv) {
        case ("RSA", _):
            guard let n = bytes(n), let e = bytes(e) else { return nil }
            return .rsa(modulus: n, exponent: e)
        case ("EC", "P-256"):
            guard let x = bytes(x), let y = bytes(y) else { return nil }
            return .p256(x: x, y: y)
        case ("OKP", "Ed25519"):
            return bytes(x).flatMap { .ed25519(bytes: $0) }
        default: return nil
        }
    }

    private func bytes(_ text: String?) -> [UInt8]? {
        text.flatMap { Base64URL.decode(Array($0.utf8)[...]) }
    }
}

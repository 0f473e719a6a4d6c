internal import FoundationEssentials

/// A JSON Web Signature in its compact form (RFC 7515, section 7.1), read and not believed yet.
package struct SignedToken: Sendable {
    package static let bytesMax = 16_384

    /// Names the key, among the issuer's.
    package let keyID: String?
    package let algorithm: SignatureAlgorithm
    /// The signed bytes: untrusted until `isSigned`.
    private let unverifiedPayload: [UInt8]
    private let message: [UInt8]
    private let signature: [UInt8]

    /// Nil for any other form, an algorithm that isn't taken, and a header that asks for more than is
    /// understood here (`crit`). Whatever else a header says, such as where a key is (`jku`, `x5u`, `jwk`),
    /// is not looked at.
    package init?(_ text: some Collection<UInt8>) {
        guard text.count <= Self.bytesMax else { return nil }
        let bytes = Array(text)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let json = Base64URL.decode(parts[0]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(json)), header.crit == nil,
            let algorithm = SignatureAlgorithm(rawValue: header.alg),
            let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), !signature.isEmpty
        else { return nil }
        keyID = header.kid
        self.algorithm = algorithm
        unverifiedPayload = payload
        message = Array(bytes[..<parts[1].endIndex])
        self.signature = signature
    }

    /// Its claims, unverified: enough to refuse it, or to find the provider whose keys would have signed
    /// it.
    package var unverifiedClaims: IdentityClaims? { IdentityClaims(json: unverifiedPayload) }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let crit: [String]?
    }

    /// The payload, where one of the keys signed it: the one that the token names, by that key's own
    /// algorithm.
    package func payload(signedBy keys: KeySet) -> [UInt8]? {
        keys.key(named: keyID, for: algorithm).flatMap { payload(signedBy: $0) }
    }

    /// The payload, where this key signed it by its own algorithm.
    package func payload(signedBy key: PublicKey) -> [UInt8]? {
        key.algorithm == algorithm && key.verifies(signature, of: message) ? unverifiedPayload : nil
    }
}

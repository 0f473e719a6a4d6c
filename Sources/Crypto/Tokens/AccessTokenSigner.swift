package import FoundationEssentials

/// Writes access tokens: JWTs (RFC 7519) in the compact form of RFC 7515, signed with EdDSA (RFC 8037).
package struct AccessTokenSigner: Sendable {
    package static let lifetimeSecondsDefault: Int64 = 15 * 60

    /// How long a token is good for: `expires_in`.
    package let lifetimeSeconds: Int64
    private let key: SigningKey
    private let names: TokenNames
    private let header: [UInt8]

    package init(
        key: SigningKey, names: TokenNames = .standard, lifetimeSeconds: Int64 = lifetimeSecondsDefault
    ) {
        self.key = key
        self.names = names
        self.lifetimeSeconds = lifetimeSeconds
        header = Self.header(keyID: key.keyID)
    }

    package func token(uid: UUID, sid: UUID, generation: Int32 = 0, nowSeconds: Int64) -> String {
        let claims = AccessClaims(
            uid: uid, sid: sid, issuedAtSeconds: nowSeconds, expiresAtSeconds: nowSeconds + lifetimeSeconds,
            generation: generation)
        var token = header
        token.reserveCapacity(480)
        token.append(contentsOf: Base64URL.encodedBytes(claims.json(of: names)))
        let signature = key.signature(of: token)
        token.append(UInt8(ascii: "."))
        token.append(contentsOf: Base64URL.encodedBytes(signature))
        return String(decoding: token, as: UTF8.self)
    }

    /// The same, of and for others.
    package func naming(_ names: TokenNames) -> AccessTokenSigner {
        AccessTokenSigner(key: key, names: names, lifetimeSeconds: lifetimeSeconds)
    }

    /// The first part of every token of a key, with its dot: the same bytes each time, so they are written
    /// once.
    package static func header(keyID: String) -> [UInt8] {
        let json = #"{"alg":"EdDSA","typ":"JWT","kid":"\#(keyID)"}"#
        return Base64URL.encodedBytes(Array(json.utf8)) + [UInt8(ascii: ".")]
    }
}

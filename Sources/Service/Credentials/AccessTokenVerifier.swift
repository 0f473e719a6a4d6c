/// Says whose an access token is, or nothing: why a token was refused is not the caller's to know.
package struct AccessTokenVerifier: Sendable {
    /// How far the clocks of two servers may differ before a token seems to come from the future.
    static let clockSkewSecondsMax: Int64 = 60
    private static let tokenBytesMax = 1024

    private let keys: [(header: [UInt8], key: VerifyingKey)]

    package init(keys: [VerifyingKey]) {
        self.keys = keys.map { (AccessTokenSigner.header(keyID: $0.keyID), $0) }
    }

    /// The claims of a token that one of the keys signed and whose time has not passed.
    ///
    /// The header must be, byte for byte, the one that we write for a known key: `alg` and `kid` are never
    /// read from the token, so no token chooses how it is checked (RFC 8725 sections 3.1 and 3.2).
    package func claims(of token: String, nowSeconds: Int64) -> AccessClaims? {
        let bytes = Array(token.utf8.prefix(Self.tokenBytesMax + 1))
        guard bytes.count <= Self.tokenBytesMax,
            let (header, key) = keys.first(where: { bytes.starts(with: $0.header) }),
            let dot = bytes[header.count...].firstIndex(of: UInt8(ascii: ".")),
            let signature = Base64URL.decode(bytes[(dot + 1)...]),
            key.isValid(signature: signature, of: Array(bytes[..<dot])),
            let json = Base64URL.decode(bytes[header.count..<dot]), let claims = AccessClaims(json: json)
        else { return nil }
        return Self.isCurrent(claims, nowSeconds) ? claims : nil
    }

    private static func isCurrent(_ claims: AccessClaims, _ nowSeconds: Int64) -> Bool {
        nowSeconds < claims.expiresAtSeconds && claims.issuedAtSeconds <= nowSeconds + clockSkewSecondsMax
    }
}

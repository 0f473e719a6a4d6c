/// Says whose an access token is, or nothing: why a token was refused is not the caller's to know.
package struct AccessTokenVerifier: Sendable {
    /// How far the clocks of two servers may differ before a token seems to come from the future.
    static let clockSkewSecondsMax: Int64 = 60
    private static let tokenBytesMax = 1024

    /// The start of every header of our tokens, with any key.
    private static let headerStart = AccessTokenSigner.header(keyID: "").prefix(44)

    private let keys: [(header: [UInt8], key: VerifyingKey)]
    private let names: TokenNames

    package init(keys: [VerifyingKey], names: TokenNames = .standard) {
        self.names = names
        self.keys = keys.map { (AccessTokenSigner.header(keyID: $0.keyID), $0) }
    }

    /// The claims of a token that one of the keys signed, of and for the right names, and whose time has not
    /// passed.
    ///
    /// The header must be, byte for byte, the one that we write for a known key. `alg` and `kid` are never
    /// read from the token, so no token chooses its own verification (RFC 8725 sections 3.1 and 3.2).
    package func claims(of token: String, nowSeconds: Int64) -> AccessClaims? {
        guard let claims = signedClaims(of: token), Self.isCurrent(claims, nowSeconds) else { return nil }
        return claims
    }

    /// The same, whether or not its time has passed.
    package func signedClaims(of token: String) -> AccessClaims? {
        let bytes = Array(token.utf8.prefix(Self.tokenBytesMax + 1))
        guard bytes.count <= Self.tokenBytesMax,
            let (header, key) = keys.first(where: { bytes.starts(with: $0.header) }),
            let dot = bytes[header.count...].firstIndex(of: UInt8(ascii: ".")),
            let signature = Base64URL.decode(bytes[(dot + 1)...]),
            key.isValid(signature: signature, of: Array(bytes[..<dot])),
            let json = Base64URL.decode(bytes[header.count..<dot])
        else { return nil }
        return AccessClaims(json: json, of: names)
    }

    /// Whether a token begins as those of all our keys do.
    package static func looksOurs(_ token: ArraySlice<UInt8>) -> Bool { token.starts(with: headerStart) }

    /// Whether a token says that it is ours, of a key that isn't among these.
    package func lacksKey(of token: ArraySlice<UInt8>) -> Bool {
        token.count <= Self.tokenBytesMax && Self.looksOurs(token)
            && !keys.contains { token.starts(with: $0.header) }
    }

    /// Whether these are all that another has, and perhaps more.
    package func hasAll(of other: AccessTokenVerifier) -> Bool {
        other.keys.allSatisfy { key in keys.contains { $0.key == key.key } }
    }

    private static func isCurrent(_ claims: AccessClaims, _ nowSeconds: Int64) -> Bool {
        nowSeconds < claims.expiresAtSeconds && claims.issuedAtSeconds <= nowSeconds + clockSkewSecondsMax
    }
}

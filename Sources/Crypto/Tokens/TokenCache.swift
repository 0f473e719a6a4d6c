/// Remembers the tokens one loop has verified until they expire. Ask `RevocationList` after it: a token
/// remembered here may have been revoked since.
package final class TokenCache {
    private var verifier: AccessTokenVerifier
    private var table: TokenTable<AccessClaims>
    /// Gets the claims of tokens as they come here: each once, for as long as it is remembered.
    package var onVerified: (AccessClaims) -> Void = { _ in }

    /// - Parameter entriesMax: rounded up to a power of two; about 80 bytes each.
    package init(verifier: AccessTokenVerifier, entriesMax: Int = 4096) {
        self.verifier = verifier
        table = TokenTable(entriesMax: entriesMax)
    }

    /// As `AccessTokenVerifier.claims(of:nowSeconds:)`.
    package func claims(of token: ArraySlice<UInt8>, nowSeconds: Int64) -> AccessClaims? {
        let key = table.key(of: token)
        if let known = table[key] { return nowSeconds < known.goodUntilSeconds ? known.value : nil }
        let text = String(decoding: token, as: UTF8.self)
        guard let verified = verifier.claims(of: text, nowSeconds: nowSeconds) else { return nil }
        table.insert(.init(value: verified, goodUntilSeconds: verified.expiresAtSeconds), at: key)
        onVerified(verified)
        return verified
    }

    /// The keys have changed. When one is gone, the tokens that it verified must be forgotten: all are,
    /// once a rotation.
    package func replaceVerifier(_ verifier: AccessTokenVerifier) {
        let isWider = verifier.hasAll(of: self.verifier)
        self.verifier = verifier
        if !isWider { table.removeAll() }
    }
}

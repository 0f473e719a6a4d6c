/// The required claims of an issuer's token (OpenID Connect Core 1.0, section 3.1.3.7).
package struct IdentityTerms: Sendable, Equatable {
    /// How far the issuer's clock may differ.
    package static let clockSlackSeconds: Double = 60

    /// Any of them: Google has two.
    package let issuers: [String]
    package let audiences: [String]

    package init(issuers: [String], audiences: [String]) {
        self.issuers = issuers
        self.audiences = audiences
    }

    /// - Parameter nonce: what the app had the issuer write into it, where it did.
    package func admit(_ claims: IdentityClaims, nonce: String?, nowSeconds: Double) -> Bool {
        issuers.contains(claims.issuer) && claims.audiences.contains { audiences.contains($0) }
            && nowSeconds < claims.expiresAtSeconds + Self.clockSlackSeconds
            && claims.notBeforeSeconds.map { $0 <= nowSeconds + Self.clockSlackSeconds } ?? true
            && claims.issuedAtSeconds <= nowSeconds + Self.clockSlackSeconds
            && (nonce == nil || claims.nonce == nonce)
    }
}

/// The signature algorithms of tokens: only asymmetric ones. There is no `none` and no HMAC, so a token
/// can't choose a weaker check than its issuer's key (RFC 8725, section 2.1).
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
}

/// What a token may be signed with: asymmetric, and nothing else. There is no `none` and no HMAC, so that no
/// token chooses to be checked by less than its issuer's key (RFC 8725, section 2.1).
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"
}

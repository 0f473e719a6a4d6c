/// The key set other services check access tokens against (RFC 7517 section 5), as served at
/// `/.well-known/jwks.json`.
package enum JWKS {
    /// Every value is base64url or fixed, so nothing needs escaping.
    package static func json(of keys: [VerifyingKey]) -> String {
        #"{"keys":[\#(keys.map(member).joined(separator: ","))]}"#
    }

    private static func member(_ key: VerifyingKey) -> String {
        #"{"kty":"OKP","crv":"Ed25519","alg":"EdDSA","use":"sig","kid":"\#(key.keyID)","x":"\#(key.x)"}"#
    }
}

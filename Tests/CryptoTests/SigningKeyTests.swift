import Crypto
import TestSupport
import Testing

/// The vectors of RFC 8037 appendix A, and what is kept of a key.
@Suite struct SigningKeyTests {
    /// Appendix A.1.
    private let key = SigningKey(
        seed: Bytes.hex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))!

    @Test func `has the public key of RFC 8037 A.2`() {
        #expect(key.publicKey.x == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
        #expect(
            key.publicKey.bytes
                == Bytes.hex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"))
    }

    @Test func `is named by the thumbprint of RFC 8037 A.3`() {
        #expect(key.keyID == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
    }

    @Test func `signs as RFC 8037 A.4 and checks as A.5`() {
        let input = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
        let signature = key.signature(of: Array(input.utf8))
        #expect(
            Bytes.base64URL(signature)
                == "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
        #expect(key.publicKey.isValid(signature: signature, of: Array(input.utf8)))
        #expect(!key.publicKey.isValid(signature: signature, of: Array((input + "x").utf8)))
        #expect(!key.publicKey.isValid(signature: Array(signature.dropLast()), of: Array(input.utf8)))
        #expect(!SigningKey().publicKey.isValid(signature: signature, of: Array(input.utf8)))
    }

    @Test func `is the same key after its seed was stored and read back`() throws {
        let made = SigningKey()
        let read = try #require(SigningKey(seed: made.seed))
        #expect(read.publicKey == made.publicKey)
        #expect(read.signature(of: [1, 2, 3]) == made.signature(of: [1, 2, 3]))
        #expect(VerifyingKey(bytes: made.publicKey.bytes) == made.publicKey)
    }

    @Test func `is another key each time`() {
        #expect(SigningKey().seed != SigningKey().seed)
    }

    @Test(arguments: [0, 31, 33, 64]) func `refuses a seed or public key of another size`(count: Int) {
        #expect(SigningKey(seed: [UInt8](repeating: 7, count: count)) == nil)
        #expect(VerifyingKey(bytes: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test func `says nothing secret when printed`() {
        #expect("\(key)" == "SigningKey(kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k)")
    }

    @Test func `writes the key set other services read`() {
        let other = SigningKey().publicKey
        let json = JWKS.json(of: [key.publicKey, other])
        let first =
            #"{"kty":"OKP","crv":"Ed25519","alg":"EdDSA","use":"sig","#
            + #""kid":"kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k","#
            + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#
        #expect(json.hasPrefix(#"{"keys":[\#(first),{"kty":"OKP","#))
        #expect(json.hasSuffix(#""kid":"\#(other.keyID)","x":"\#(other.x)"}]}"#))
        #expect(JWKS.json(of: []) == #"{"keys":[]}"#)
    }
}

internal import CSodium

/// The public half of a signing key, as a JSON Web Key of type OKP (RFC 8037 section 2).
package struct VerifyingKey: Sendable, Hashable {
    /// 32 bytes.
    package let bytes: [UInt8]
    /// The thumbprint of RFC 7638 with the members RFC 8037 section 2 names, in base64url.
    package let keyID: String

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Int(crypto_sign_PUBLICKEYBYTES) else { return nil }
        self.init(checkedBytes: bytes)
    }

    package init(checkedBytes bytes: [UInt8]) {
        self.bytes = bytes
        let members = #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(bytes))"}"#
        keyID = Base64URL.encode(SHA256.hash(Array(members.utf8)))
    }

    /// The key's value in a JSON Web Key, base64url.
    package var x: String { Base64URL.encode(bytes) }

    package func isValid(signature: [UInt8], of message: [UInt8]) -> Bool {
        signature.count == Int(crypto_sign_BYTES)
            && crypto_sign_verify_detached(signature, message, UInt64(message.count), bytes) == 0
    }
}

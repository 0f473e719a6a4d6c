internal import CSodium

/// Encrypts bytes that are stored, and decrypts them in the same context only (XChaCha20-Poly1305).
package struct SecretBox: Sendable, CustomStringConvertible {
    private static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    private static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// By how much encrypted bytes are longer.
    package static let overheadByteCount = nonceByteCount + tagByteCount

    private let key: [UInt8]

    package var description: String { "SecretBox(secret)" }

    package init(_ key: Subkey) {
        self.init(key: key.bytes)
    }

    /// - Parameter key: 32 bytes.
    init(key: [UInt8]) {
        precondition(key.count == Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES))
        self.key = key
    }

    /// A nonce of 24 bytes, the encrypted secret, and a tag of 16 bytes.
    ///
    /// - Parameter context: the row and the column, so that a copy elsewhere doesn't decrypt.
    package func encrypt(_ secret: [UInt8], context: String) -> [UInt8] {
        let nonce = Randomness.bytes(Self.nonceByteCount)
        let context = Array(context.utf8)
        let count = secret.count + Self.tagByteCount
        return nonce
            + [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                crypto_aead_xchacha20poly1305_ietf_encrypt(
                    buffer.baseAddress!, nil, secret, UInt64(secret.count), context, UInt64(context.count),
                    nil, nonce, key)
                initialized = count
            }
    }

    /// The secret; nil where another key or another context encrypted it.
    package func decrypt(_ bytes: [UInt8], context: String) -> [UInt8]? {
        let count = bytes.count - Self.overheadByteCount
        guard count >= 0 else { return nil }
        let nonce = Array(bytes.prefix(Self.nonceByteCount))
        let encrypted = Array(bytes.dropFirst(Self.nonceByteCount))
        let context = Array(context.utf8)
        var isGenuine = false
        let secret = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            isGenuine =
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    buffer.baseAddress, nil, nil, encrypted, UInt64(encrypted.count), context,
                    UInt64(context.count), nonce, key) == 0
            initialized = isGenuine ? count : 0
        }
        return isGenuine ? secret : nil
    }
}

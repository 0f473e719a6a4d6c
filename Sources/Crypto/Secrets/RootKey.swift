internal import Basics
internal import CSodium

/// Wraps the root secret and the signing keys' seeds (XChaCha20-Poly1305); it is nowhere in the database.
package struct RootKey: Sendable, CustomStringConvertible {
    package static let byteCount = 32
    private static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)

    private let bytes: [UInt8]

    package var description: String { "RootKey(secret)" }

    /// A new one, from random.
    package init() {
        Sodium.initialize()
        bytes = Randomness.bytes(Self.byteCount)
    }

    /// Nil unless `text` is 64 hexadecimal digits.
    package init?(hexadecimal text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == Self.byteCount else { return nil }
        Sodium.initialize()
        self.bytes = bytes
    }

    /// As it is kept in a file or given in the environment.
    package var hexadecimal: String {
        Hexadecimal.text(bytes)
    }

    /// A nonce of 24 bytes, the encrypted secret, and a tag of 16 bytes.
    package func wrap(_ secret: [UInt8], as kind: StoredSecret.Kind) -> [UInt8] {
        let nonce = Randomness.bytes(Self.nonceByteCount)
        let context = Array(kind.rawValue.utf8)
        let count = secret.count + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
        return nonce
            + [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                crypto_aead_xchacha20poly1305_ietf_encrypt(
                    buffer.baseAddress!, nil, secret, UInt64(secret.count), context, UInt64(context.count),
                    nil, nonce, bytes)
                initialized = count
            }
    }

    /// The secret; nil where another key wrapped it, or wrapped it as another kind.
    package func unwrap(_ wrapped: [UInt8], as kind: StoredSecret.Kind) -> [UInt8]? {
        let count =
            wrapped.count - Self.nonceByteCount - Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
        guard count >= 0 else { return nil }
        let nonce = Array(wrapped.prefix(Self.nonceByteCount))
        let sealed = Array(wrapped.dropFirst(Self.nonceByteCount))
        let context = Array(kind.rawValue.utf8)
        var isGenuine = false
        let secret = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            isGenuine =
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    buffer.baseAddress!, nil, nil, sealed, UInt64(sealed.count), context,
                    UInt64(context.count), nonce, bytes) == 0
            initialized = isGenuine ? count : 0
        }
        return isGenuine ? secret : nil
    }
}

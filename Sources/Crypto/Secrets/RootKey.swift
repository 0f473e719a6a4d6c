internal import Basics

/// Wraps the root secret and the signing keys' seeds (XChaCha20-Poly1305); it is nowhere in the database.
package struct RootKey: Sendable, CustomStringConvertible {
    package static let byteCount = 32

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

    /// As `SecretBox` encrypts it.
    package func wrap(_ secret: [UInt8], as kind: StoredSecret.Kind) -> [UInt8] {
        SecretBox(key: bytes).encrypt(secret, context: kind.rawValue)
    }

    /// The secret; nil where another key wrapped it, or wrapped it as another kind.
    package func unwrap(_ wrapped: [UInt8], as kind: StoredSecret.Kind) -> [UInt8]? {
        SecretBox(key: bytes).decrypt(wrapped, context: kind.rawValue)
    }
}

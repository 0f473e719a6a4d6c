/// The secret behind everything that must outlive the signing keys: refresh tokens, Idempotency-Keys'
/// hashes, invite codes, clicks' hashes. An installation has one, permanently.
package struct RootSecret: Sendable, CustomStringConvertible {
    private static let byteCount = 32

    /// The secret to store.
    package let bytes: [UInt8]

    package var description: String { "RootSecret(secret)" }

    /// A new one, from random.
    package init() {
        bytes = Randomness.bytes(Self.byteCount)
    }

    /// A stored one read back; nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    package func subkey(for purpose: Subkey.Purpose) -> Subkey {
        Subkey(of: bytes, for: purpose)
    }
}

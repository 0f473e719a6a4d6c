internal import CSodium

/// The stored hash of a secret: BLAKE2b-256 (RFC 7693). The secrets hashed here are long and random, so a
/// slower hash isn't needed; passwords go through `PasswordHasher`.
package struct SecretHash: Equatable, Sendable {
    package static let byteCount = 32

    /// 32 bytes, as stored.
    package let bytes: [UInt8]

    /// A stored hash read back; nil unless it has 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    package init(of secret: [UInt8], key: Subkey? = nil) {
        bytes = BLAKE2b.hash(secret, key: key?.bytes ?? [], byteCount: Self.byteCount)
    }

    /// In constant time.
    package static func == (left: SecretHash, right: SecretHash) -> Bool {
        Sodium.areEqual(left.bytes, right.bytes)
    }
}

/// BLAKE2b with a key of 0 or 16 to 64 bytes (RFC 7693).
package enum BLAKE2b {
    package static func hash(_ bytes: [UInt8], key: [UInt8] = [], byteCount: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, initialized in
            let status = crypto_generichash(
                buffer.baseAddress!, byteCount, bytes, UInt64(bytes.count), key, key.count)
            precondition(status == 0, "BLAKE2b was asked for sizes it doesn't have")
            initialized = byteCount
        }
    }
}

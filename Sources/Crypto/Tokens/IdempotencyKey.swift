package import FoundationEssentials
internal import Values

/// The secret an app makes once for each install, so that signing up again finds the user already made.
///
/// Apps may choose badly, so it is stored under a keyed hash: the database alone doesn't let anyone guess it.
package struct IdempotencyKey: Sendable, Equatable, CustomStringConvertible {
    package static let lengths = 16...255
    /// How long a repeated sign-up or claim finds what the first one made.
    package static let lifetimeSeconds: Int64 = 24 * 3600

    private let bytes: [UInt8]

    package var description: String { "IdempotencyKey(secret)" }

    /// Nil unless there are 16 to 255 visible ASCII characters.
    package init?(_ text: String) {
        let bytes = Array(text.utf8.prefix(Self.lengths.upperBound + 1))
        guard Self.lengths.contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.bytes = bytes
    }

    /// The stored value. `pepper` is the sub-key for idempotency keys.
    package func hash(pepper: Subkey) -> SecretHash {
        SecretHash(of: bytes, key: pepper)
    }

    /// The id of a ledger entry that is booked once under this key: 122 bits of the hash, as a UUID of
    /// version 8 (RFC 9562, section 5.8).
    package func entryID(pepper: Subkey) -> UUID {
        var bytes = Array(hash(pepper: pepper).bytes.prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let words = UUID(bytes: bytes[...])
        return words ?? UUID()
    }

    package static func == (left: IdempotencyKey, right: IdempotencyKey) -> Bool {
        Sodium.areEqual(left.bytes, right.bytes)
    }
}

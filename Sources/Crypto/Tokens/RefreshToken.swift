package import FoundationEssentials
internal import Values

/// A client's token for a new access token: opaque, used once.
///
/// `rt_` and the base64url of uid, session id and a secret of 32 bytes. The ids are for the lookup (the uid
/// is the database's distribution column); only the hash of the whole is stored. The secret's second half
/// is a keyed hash of everything before it, which distinguishes long expired tokens of ours from invented
/// ones.
package struct RefreshToken: Sendable, Equatable, CustomStringConvertible {
    private static let prefix = "rt_"
    private static let nonceByteCount = 16
    private static let tagByteCount = 16
    private static let textLength = 3 + (32 + nonceByteCount + tagByteCount) * 4 / 3 + 1

    package let uid: UUID
    package let sid: UUID
    private let nonce: [UInt8]
    private let tag: [UInt8]

    package var description: String { "RefreshToken(secret)" }

    /// The first token of a session.
    package init(uid: UUID, sid: UUID, key: Subkey) {
        self.init(uid: uid, sid: sid, nonce: Randomness.bytes(Self.nonceByteCount), key: key)
    }

    /// Reads a token; nil for any text that `text` can't have written.
    package init?(_ text: String) {
        let characters = Array(text.utf8.prefix(Self.textLength + 1))
        guard characters.count == Self.textLength, characters.starts(with: Self.prefix.utf8),
            let bytes = Base64URL.decode(characters.dropFirst(Self.prefix.utf8.count)),
            let uid = UUID(bytes: bytes[..<16]), let sid = UUID(bytes: bytes[16..<32])
        else { return nil }
        self.uid = uid
        self.sid = sid
        nonce = Array(bytes[32..<48])
        tag = Array(bytes[48...])
    }

    private init(uid: UUID, sid: UUID, nonce: [UInt8], key: Subkey) {
        self.uid = uid
        self.sid = sid
        self.nonce = nonce
        tag = Self.tag(uid: uid, sid: sid, nonce: nonce, key: key)
    }

    /// The client's copy.
    package var text: String { Self.prefix + Base64URL.encode(bytes) }

    /// The stored value.
    package var hash: SecretHash { SecretHash(of: bytes) }

    /// The token that follows this one. It is computed, not chosen, so that a client whose first answer was
    /// lost gets the same one again although nothing but hashes is stored.
    package func successor(key: Subkey) -> RefreshToken {
        let nonce = BLAKE2b.hash([Label.successor] + bytes, key: key.bytes, byteCount: Self.nonceByteCount)
        return RefreshToken(uid: uid, sid: sid, nonce: nonce, key: key)
    }

    /// Whether `key` made this token, at whatever time.
    package func isGenuine(key: Subkey) -> Bool {
        Sodium.areEqual(tag, Self.tag(uid: uid, sid: sid, nonce: nonce, key: key))
    }

    package static func == (left: RefreshToken, right: RefreshToken) -> Bool {
        Sodium.areEqual(left.bytes, right.bytes)
    }

    private var bytes: [UInt8] { uid.bytes + sid.bytes + nonce + tag }

    private static func tag(uid: UUID, sid: UUID, nonce: [UInt8], key: Subkey) -> [UInt8] {
        let message = [Label.tag] + uid.bytes + sid.bytes + nonce
        return BLAKE2b.hash(message, key: key.bytes, byteCount: tagByteCount)
    }

    /// The first byte hashed, so that the two uses of the key never meet.
    private enum Label {
        static let successor: UInt8 = 1
        static let tag: UInt8 = 2
    }
}

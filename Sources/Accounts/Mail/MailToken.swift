internal import Crypto
internal import FoundationEssentials
package import Values

/// The secret in a mailed link: the uid, for the lookup, 128 random bits, and a tag of both. Only its hash
/// is stored, except while the mail waits to be sent.
package struct MailToken: Equatable, Sendable, CustomStringConvertible {
    private static let nonceByteCount = 16
    private static let secretByteCount = nonceByteCount + SecretTag.byteCount
    private static let textLength = (16 + secretByteCount) * 4 / 3

    package let uid: UserID
    private let secret: [UInt8]

    package var description: String { "MailToken(secret)" }

    init(of uid: UserID, key: Subkey) {
        self.uid = uid
        let nonce = Randomness.bytes(Self.nonceByteCount)
        secret = nonce + SecretTag.make(of: uid.uuid.bytes + nonce, key: key)
    }

    /// Nil for any text that `text` can't have written.
    package init?(_ text: String) {
        let characters = Array(text.utf8.prefix(Self.textLength + 1))
        guard characters.count == Self.textLength, let bytes = Base64URL.decode(characters[...]) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    init?(bytes: [UInt8]) {
        guard bytes.count == 16 + Self.secretByteCount, let uid = UUID(bytes: bytes[..<16]) else {
            return nil
        }
        self.uid = UserID(uid)
        secret = Array(bytes[16...])
    }

    /// The link's part.
    package var text: String { Base64URL.encode(bytes) }

    var bytes: [UInt8] { uid.uuid.bytes + secret }

    /// Whether `key` made this token, at whatever time.
    func isGenuine(key: Subkey) -> Bool { SecretTag.ends(bytes, key: key) }

    /// The stored part.
    var hash: SecretHash { SecretHash(of: bytes) }

    package static func == (left: MailToken, right: MailToken) -> Bool {
        Sodium.areEqual(left.bytes, right.bytes)
    }
}

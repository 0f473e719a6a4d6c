internal import Crypto
internal import FoundationEssentials
internal import Store
internal import Values

/// The secret of a session's cookie or of an invitation's link: 16 random bytes, and a tag over them and the
/// row. A row that was written or changed by another program has no token.
struct ConsoleToken: Sendable, CustomStringConvertible {
    /// The parts of a row that a token is for.
    struct Subject {
        fileprivate let bytes: [UInt8]

        init(session id: UUID, of holder: ConsoleHolder, until end: Timestamp) {
            switch holder {
            case .operator(let holder): bytes = [1] + id.bytes + holder.bytes + end.bytes
            case .apiKey(let holder): bytes = [2] + id.bytes + holder.bytes + end.bytes
            }
        }

        init(invitationOf id: UUID, until end: Timestamp) {
            bytes = [3] + id.bytes + end.bytes
        }
    }

    private static let nonceByteCount = 16
    private static let textLength = 43

    private let bytes: [UInt8]

    var description: String { "ConsoleToken(secret)" }

    /// A new one, from random.
    init(for subject: Subject, key: Subkey) {
        let nonce = Randomness.bytes(Self.nonceByteCount)
        bytes = nonce + Self.tag(nonce, subject, key)
    }

    /// Nil for any text that `text` can't have written.
    init?(_ text: String) {
        let characters = Array(text.utf8.prefix(Self.textLength + 1))
        guard characters.count == Self.textLength, let bytes = Base64URL.decode(characters[...]) else {
            return nil
        }
        self.bytes = bytes
    }

    /// The holder's copy, 43 characters of base64url.
    var text: String { Base64URL.encode(bytes) }

    /// The stored part.
    var hash: [UInt8] { SecretHash(of: bytes).bytes }

    /// Whether `key` made it for this subject, in constant time.
    func isGenuine(for subject: Subject, key: Subkey) -> Bool {
        let nonce = Array(bytes.prefix(Self.nonceByteCount))
        return Sodium.areEqual(Array(bytes.dropFirst(Self.nonceByteCount)), Self.tag(nonce, subject, key))
    }

    private static func tag(_ nonce: [UInt8], _ subject: Subject, _ key: Subkey) -> [UInt8] {
        SecretTag.make(of: nonce + subject.bytes, key: key)
    }
}

extension Timestamp {
    fileprivate var bytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: microsecondsSince1970 >> (56 - 8 * $0)) }
    }
}

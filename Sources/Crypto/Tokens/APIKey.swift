package import FoundationEssentials
internal import Values

/// A server's or an administrator's key: `sk_`, the key's id, a dot, and a secret of 32 bytes.
///
/// Only the hash is stored. The id is not secret: it finds the row, and names the key in lists and logs.
/// The secret's second half is a tag that distinguishes our keys from invented ones.
package struct APIKey: Sendable, Equatable, CustomStringConvertible {
    /// A key's rights.
    package enum Scope: String, Sendable, CaseIterable {
        case admin
        case server
        case read
        /// Makes links by Firebase's calls; may stand in a URL.
        case links
        /// The rights of `branch_secret`: Branch's calls, money included.
        case branch
    }

    package static let prefix = "sk_"
    private static let nonceByteCount = 16
    /// 16 bytes are 22 characters of base64url, 32 bytes are 43.
    private static let idLength = 22
    private static let textLength = 3 + idLength + 1 + 43

    package let id: UUID
    private let secret: [UInt8]

    package var description: String { "APIKey(\(id))" }

    /// A new key, from random.
    package init(id: UUID, key: Subkey) {
        self.id = id
        let nonce = Randomness.bytes(Self.nonceByteCount)
        secret = nonce + SecretTag.make(of: id.bytes + nonce, key: key)
    }

    /// Reads a key; nil for any text that `text` can't have written.
    package init?(_ text: String) {
        let characters = Array(text.utf8.prefix(Self.textLength + 1))
        guard characters.count == Self.textLength, characters.starts(with: Self.prefix.utf8)
        else { return nil }
        let body = characters.dropFirst(Self.prefix.utf8.count)
        guard let id = Base64URL.decode(body.prefix(Self.idLength)).flatMap({ UUID(bytes: $0[...]) }),
            body.dropFirst(Self.idLength).first == UInt8(ascii: "."),
            let secret = Base64URL.decode(body.dropFirst(Self.idLength + 1))
        else { return nil }
        self.id = id
        self.secret = secret
    }

    /// The owner's copy, shown once.
    package var text: String {
        "\(Self.prefix)\(Base64URL.encode(id.bytes)).\(Base64URL.encode(secret))"
    }

    /// The stored value.
    package var hash: SecretHash { SecretHash(of: id.bytes + secret) }

    /// Whether `key` made this one, at whatever time; false for keys made before version 0.9.
    package func isGenuine(key: Subkey) -> Bool { SecretTag.ends(id.bytes + secret, key: key) }

    /// In constant time.
    package func matches(_ stored: SecretHash) -> Bool {
        hash == stored
    }

    package static func == (left: APIKey, right: APIKey) -> Bool {
        left.id == right.id && Sodium.areEqual(left.secret, right.secret)
    }
}

package import FoundationEssentials
package import Values

/// A session as it is kept: a family of refresh tokens of which only hashes are known.
package struct SessionRecord: Equatable, Sendable {
    package let uid: UserID
    package let sid: UUID
    /// BLAKE2b of the secrets, 32 bytes each.
    package var tokenHash: [UInt8]
    package var previousTokenHash: [UInt8]?
    package var rotatedAt: Timestamp?
    package let createdAt: Timestamp
    package var expiresAt: Timestamp
    /// The kind of device, in a word or two; nil where it isn't known.
    package let device: String?

    package init(
        uid: UserID, sid: UUID, tokenHash: [UInt8], previousTokenHash: [UInt8]? = nil,
        rotatedAt: Timestamp? = nil, createdAt: Timestamp, expiresAt: Timestamp,
        device: String? = nil
    ) {
        self.uid = uid
        self.sid = sid
        self.tokenHash = tokenHash
        self.previousTokenHash = previousTokenHash
        self.rotatedAt = rotatedAt
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.device = device
    }
}

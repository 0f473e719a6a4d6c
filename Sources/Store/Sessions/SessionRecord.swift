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
    /// How often the token was replaced.
    package var generation: Int32
    /// The latest generation whose tokens were accepted.
    package var seenGeneration: Int32
    /// Of the attempt that replaced the previous token; nil without one.
    package var attemptHash: [UInt8]?
    /// The kind of device, in a word or two; nil where it isn't known.
    package let device: String?
    /// Encrypted; nil where refreshes need no proof.
    package let installKey: [UInt8]?

    package init(
        uid: UserID, sid: UUID, tokenHash: [UInt8], previousTokenHash: [UInt8]? = nil,
        rotatedAt: Timestamp? = nil, createdAt: Timestamp, expiresAt: Timestamp,
        generation: Int32 = 0, seenGeneration: Int32 = 0, attemptHash: [UInt8]? = nil,
        device: String? = nil, installKey: [UInt8]? = nil
    ) {
        self.uid = uid
        self.sid = sid
        self.tokenHash = tokenHash
        self.previousTokenHash = previousTokenHash
        self.rotatedAt = rotatedAt
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.generation = generation
        self.seenGeneration = seenGeneration
        self.attemptHash = attemptHash
        self.device = device
        self.installKey = installKey
    }
}

package import Values

/// What a rule sees of a player.
package struct UserState: Equatable, Sendable {
    package let uid: UserID
    package let isSignedUp: Bool
    /// When; nil where nobody said.
    package let signedUpAt: Timestamp?
    package let createdAt: Timestamp?
    /// Whether the e-mail was proved to be the player's: no call does that yet.
    package let isEmailVerified: Bool
    /// Its `level`, `highestLevel`, `milestones` and `counters` are the player's.
    let progress: Progress
    package let referredBy: UserID?
    package let matchConfidence: MatchConfidence?
    /// What rules have decided for good about this player; they keep to it.
    package let memory: [RuleName: Outcome]

    package init(
        uid: UserID, isSignedUp: Bool = false, signedUpAt: Timestamp? = nil, createdAt: Timestamp? = nil,
        isEmailVerified: Bool = false, progress: Progress = Progress(), referredBy: UserID? = nil,
        matchConfidence: MatchConfidence? = nil, memory: [RuleName: Outcome] = [:]
    ) {
        self.uid = uid
        self.isSignedUp = isSignedUp
        self.signedUpAt = signedUpAt
        self.createdAt = createdAt
        self.isEmailVerified = isEmailVerified
        self.progress = progress
        self.referredBy = referredBy
        self.matchConfidence = matchConfidence
        self.memory = memory
    }
}

package import Values

/// What a rule sees of a player.
package struct UserState: Equatable, Sendable {
    package let uid: UserID
    package let isSignedUp: Bool
    /// Its `highestLevel` and `milestones` are the player's.
    let progress: Progress
    package let referredBy: UserID?
    package let matchConfidence: MatchConfidence?
    /// What rules have decided for good about this player; they keep to it.
    package let memory: [RuleName: Outcome]

    package init(
        uid: UserID, isSignedUp: Bool = false, progress: Progress = Progress(), referredBy: UserID? = nil,
        matchConfidence: MatchConfidence? = nil, memory: [RuleName: Outcome] = [:]
    ) {
        self.uid = uid
        self.isSignedUp = isSignedUp
        self.progress = progress
        self.referredBy = referredBy
        self.matchConfidence = matchConfidence
        self.memory = memory
    }
}

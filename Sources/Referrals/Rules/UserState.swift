/// What a rule sees of a player.
package struct UserState: Equatable, Sendable {
    package let uid: UserID
    package let isSignedUp: Bool
    package let highestLevel: Int32
    package let milestones: Set<Milestone>
    package let referredBy: UserID?
    package let matchConfidence: MatchConfidence?
    /// What rules have decided for good about this player.
    package let settled: [RuleName: Outcome]

    package init(
        uid: UserID, isSignedUp: Bool = false, highestLevel: Int32 = 0, milestones: Set<Milestone> = [],
        referredBy: UserID? = nil, matchConfidence: MatchConfidence? = nil, settled: [RuleName: Outcome] = [:]
    ) {
        self.uid = uid
        self.isSignedUp = isSignedUp
        self.highestLevel = highestLevel
        self.milestones = milestones
        self.referredBy = referredBy
        self.matchConfidence = matchConfidence
        self.settled = settled
    }
}

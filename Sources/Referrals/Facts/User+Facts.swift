extension User {
    /// Whether the user may have one more milestone, should `fact` be a new one.
    package func hasRoom(for fact: Fact) -> Bool {
        guard case .milestoneReached(let milestone) = fact else { return true }
        return milestones.count < Milestone.countMax || milestones.contains(milestone)
    }

    /// The user after `fact`. A level may fall; the highest level and the milestones never do.
    package func after(_ fact: Fact, at now: Timestamp) -> User {
        var user = self
        switch fact {
        case .levelReached(let level):
            user.level = level
            user.highestLevel = max(user.highestLevel, level)
        case .milestoneReached(let milestone):
            if !user.milestones.contains(milestone) { user.milestones.append(milestone) }
        case .referrerRecorded(let referrer):
            user.referral = Referral(referredBy: referrer, matchConfidence: referral.matchConfidence)
        case .credentialLinked:
            user.signedUpAt = now
            user.lastSignInAt = now
        }
        return user
    }
}

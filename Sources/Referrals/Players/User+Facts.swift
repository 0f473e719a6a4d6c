package import Values

extension User {
    /// The user after `fact`.
    package func after(_ fact: Fact, at now: Timestamp) -> User {
        var user = self
        user.progress.add(fact)
        switch fact {
        case .referrerRecorded(let referrer):
            user.referral = Referral(
                referredBy: referrer, matchConfidence: referral.matchConfidence, proof: referral.proof)
        case .credentialLinked:
            user.signedUpAt = now
            user.lastSignInAt = now
        case .emailVerified:
            user.isEmailVerified = true
        default:
            break
        }
        return user
    }

    /// Marks progress that the player's own app is about to report. A level below the highest, as in a new
    /// game, fulfils nothing that the highest didn't, whatever its source.
    package mutating func noteOwnWord(_ fact: Fact) {
        var told = progress
        told.add(fact)
        if case .levelReached = fact, told.highestLevel == progress.highestLevel { return }
        guard let kind = fact.progressKind, told != progress else { return }
        memory[.ownWord(for: kind)] = .paid
    }

    /// Notes that a server tells of it, whose word for the highest level is one for all levels below.
    package mutating func noteServersWord(_ fact: Fact) {
        guard case .levelReached(let level) = fact, level >= progress.highestLevel else { return }
        memory[.ownWord(for: .level)] = nil
    }
}

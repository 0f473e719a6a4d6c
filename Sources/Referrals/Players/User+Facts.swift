package import Values

extension User {
    /// The user after `fact`.
    package func after(_ fact: Fact, at now: Timestamp) -> User {
        var user = self
        user.take(fact, at: now)
        return user
    }

    mutating func take(_ fact: Fact, at now: Timestamp) {
        progress.add(fact)
        switch fact {
        case .referrerRecorded(let referrer):
            referral = Referral(
                referredBy: referrer, matchConfidence: referral.matchConfidence, proof: referral.proof)
        case .credentialLinked:
            signedUpAt = now
            lastSignInAt = now
        case .emailVerified:
            isEmailVerified = true
        case .platformUsed(let platform):
            memory[.used(platform)] = .paid
        default:
            break
        }
    }

    /// Marks progress that the player's own app is about to report. A level below the highest, as in a new
    /// game, fulfils nothing that the highest didn't, whatever its source.
    package mutating func noteOwnWord(_ fact: Fact) {
        guard let kind = fact.progressKind, isNews(fact) else { return }
        memory[.ownWord(for: kind)] = .paid
    }

    private func isNews(_ fact: Fact) -> Bool {
        if case .platformUsed(let platform) = fact { return memory[.used(platform)] == nil }
        var told = progress
        told.add(fact)
        if case .levelReached = fact { return told.highestLevel != progress.highestLevel }
        return told != progress
    }

    /// Notes that a server tells of it, whose word for the highest level is one for all levels below.
    package mutating func noteServersWord(_ fact: Fact) {
        guard case .levelReached(let level) = fact, level >= progress.highestLevel else { return }
        memory[.ownWord(for: .level)] = nil
    }
}

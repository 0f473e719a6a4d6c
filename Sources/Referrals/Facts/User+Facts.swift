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

    /// Notes that the player's own app has told of its progress.
    package mutating func noteOwnWord() {
        memory[.ownWord] = .paid
    }
}

package import Values

/// A rule's view of a player.
package struct UserState: Equatable, Sendable {
    package let uid: UserID
    package let isSignedUp: Bool
    /// Its time; nil if unknown.
    package let signedUpAt: Timestamp?
    package let createdAt: Timestamp?
    /// Whether the e-mail was proved to be the player's.
    package let isEmailVerified: Bool
    /// Its `level`, `highestLevel`, `milestones` and `counters` are the player's.
    let progress: Progress
    package let referredBy: UserID?
    /// The confidence; nil without a referrer.
    package let referralSource: ReferralSource?
    /// The same without what the app itself doubted, which lowers it and never raises it.
    let referralProof: ReferralSource?
    /// The rules' final decisions about this player.
    package let memory: [RuleName: Outcome]
    package let trustContext: TrustContext

    package init(
        uid: UserID, isSignedUp: Bool = false, signedUpAt: Timestamp? = nil, createdAt: Timestamp? = nil,
        isEmailVerified: Bool = false, progress: Progress = Progress(), referredBy: UserID? = nil,
        referralSource: ReferralSource? = nil, referralProof: ReferralSource? = nil,
        memory: [RuleName: Outcome] = [:],
        trustContext: TrustContext = TrustContext()
    ) {
        self.uid = uid
        self.isSignedUp = isSignedUp
        self.signedUpAt = signedUpAt
        self.createdAt = createdAt
        self.isEmailVerified = isEmailVerified
        self.progress = progress
        self.referredBy = referredBy
        self.referralSource = referralSource
        self.referralProof = referralProof ?? referralSource
        self.memory = memory
        self.trustContext = trustContext
    }

    /// Whether the player's own app has reported any such progress.
    func isOwnWord(for kinds: Set<ProgressKind>) -> Bool {
        guard !memory.isEmpty, !kinds.isEmpty else { return false }
        return memory[.ownWord] != nil || kinds.contains { memory[.ownWord(for: $0)] != nil }
    }
}

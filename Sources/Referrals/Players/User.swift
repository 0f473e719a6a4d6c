package import Values

/// A player as the service records it.
package struct User: Equatable, Sendable {
    package let uid: UserID
    package var email: EmailAddress?
    /// Whether it was proved to be the user's.
    package var isEmailVerified: Bool
    package let referralCode: ReferralCode
    package var referral: Referral
    package var progress: Progress
    /// When a credential was linked; nil while the user is anonymous.
    package var signedUpAt: Timestamp?
    package var lastSignInAt: Timestamp?
    package let createdAt: Timestamp
    /// The rules' final decisions about this user.
    package var memory: [RuleName: Outcome]
    /// The user's id in the app's own back end.
    package var externalID: ExternalID?
    /// The anonymous players merged into this account, the newest last: a call's id that was used for one of
    /// them was used for the account.
    package var former: [UserID]
    /// As it is known when a reward may be made; no part of what is stored.
    package var trustContext = TrustContext()

    package init(
        uid: UserID, email: EmailAddress? = nil, isEmailVerified: Bool = false, referralCode: ReferralCode,
        referral: Referral = .none, progress: Progress = Progress(), signedUpAt: Timestamp? = nil,
        lastSignInAt: Timestamp? = nil, createdAt: Timestamp, memory: [RuleName: Outcome] = [:],
        externalID: ExternalID? = nil, former: [UserID] = []
    ) {
        self.uid = uid
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.referralCode = referralCode
        self.referral = referral
        self.progress = progress
        self.signedUpAt = signedUpAt
        self.lastSignInAt = lastSignInAt
        self.createdAt = createdAt
        self.memory = memory
        self.externalID = externalID
        self.former = former
    }

    package var isAnonymous: Bool {
        signedUpAt == nil
    }

    /// Whether nothing of the person is left: the uid stays, as a tombstone.
    package var isErased: Bool {
        referralCode == .ofErased
    }

    /// Whether it was merged into an account: the uid stays with its history.
    package var isMerged: Bool {
        referralCode == .ofMerged
    }

    /// Whether nothing happens to it any more.
    package var isGone: Bool { isErased || isMerged }

    /// The rules' view.
    package var state: UserState {
        UserState(
            uid: uid, isSignedUp: !isAnonymous, signedUpAt: signedUpAt, createdAt: createdAt,
            isEmailVerified: isEmailVerified, progress: progress, referredBy: referral.referredBy,
            referralSource: referral.source, referralProof: referral.undoubted, memory: memory,
            trustContext: trustContext)
    }
}

package import Links
package import Referrals
package import Values

/// Which link an install came through, and how surely.
package struct ClaimReply: Equatable, Sendable {
    package let match: Match
    /// The spec of the link, which a long link has without a code.
    package let spec: LinkSpec?
    package let code: LinkCode?
    package let clickID: String?
    package let invitation: Invitation?
    /// Nil where a claim that came before is answered again.
    package let means: LinkClaim.Means?
    /// For the sign-up that follows; nil where nothing was found.
    package let receipt: String?
    /// Whether what the claim names is known, and matches nothing since it was claimed before, has expired or
    /// is switched off.
    package var isSpent = false

    package struct Invitation: Equatable, Sendable {
        /// The link's code, or its referral code where the link has none.
        package let id: String
        package let uid: UserID
        package let referralCode: ReferralCode?
        /// For unique matches alone.
        package let inviter: UserProfile?
    }
}

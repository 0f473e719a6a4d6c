package import Links
package import Referrals
package import Values

/// An invite to be made from the app's defaults.
package struct NewInvite: Sendable {
    package var inviter: UserID
    package var channel: String?
    package var campaign: String?
    package var data: LinkData
    package var social: LinkSpec.SocialCard

    package init(
        inviter: UserID, channel: String? = nil, campaign: String? = nil, data: LinkData = LinkData(),
        social: LinkSpec.SocialCard = LinkSpec.SocialCard()
    ) {
        self.inviter = inviter
        self.channel = channel
        self.campaign = campaign
        self.data = data
        self.social = social
    }
}

/// An invite and what the app offers to send with it, the placeholders filled in.
package struct Invite: Equatable, Sendable {
    package let link: Link
    package let text: AppProfile.InviteText
    package let referralCode: ReferralCode
    /// The inviter's profile.
    package let inviter: UserProfile
    /// False when the inviter has had this very link before.
    package let isNew: Bool
}

package import EventLoops
package import FoundationEssentials
package import Referrals

/// Makes links, opens them, and finds out which one an install came through.
package final class LinkService {
    /// The app that links stand on; nil where the installation has none, and links are off.
    package let profile: AppProfile?
    private let context: ServiceContext

    init(_ context: ServiceContext, profile: AppProfile?, on loop: isolated EventLoop) throws {
        self.profile = profile
        self.context = context
    }

    /// Makes a link of a spec that the profile has checked.
    ///
    /// - Throws: `.aliasInUse` when the alias has other content.
    package func make(_ request: NewLink) async throws(ServiceError) -> MadeLink { fatalError("H2") }

    /// Makes the caller's own invite: the same input gives the same link.
    package func invite(_ request: NewInvite) async throws(ServiceError) -> Invite { fatalError("H2") }

    /// From this loop's cache, else from the database together with whatever else is asked meanwhile.
    package func link(_ code: LinkCode) async throws(ServiceError) -> Link? { fatalError("H2") }

    /// An id for a click, before it is known where it leads.
    package func makeClickID() -> UUID { fatalError("H2") }

    /// A click of `visitor` from `address`, to be recorded when the reply is known.
    ///
    /// - Parameters:
    ///   - id: of `makeClickID`, which the opening carries as text.
    ///   - longLink: `LongLink.print` of what was opened, for a link without a code.
    package func click(
        _ id: UUID, on code: LinkCode?, longLink: String? = nil, by visitor: Visitor,
        from address: PeerAddress, isRedirected: Bool
    ) -> Click { fatalError("H2") }

    /// Queues the click and returns at once; full, it is dropped and counted.
    package func record(_ click: Click) { fatalError("H2") }

    /// Which link an install came through. A click is claimed once.
    package func claim(
        _ claim: LinkClaim, from address: PeerAddress
    ) async throws(ServiceError) -> ClaimReply { fatalError("H2") }

    /// Counts what an app did with a link it was opened through.
    ///
    /// - Throws: `.clickNotFound`.
    package func count(_ event: LinkEvent, clickID: String, channel: String?) async throws(ServiceError) {
        fatalError("H2")
    }

    /// What happened to a link in the last `days`, today included; empty for none.
    package func statistics(
        of code: LinkCode, days: Int
    ) async throws(ServiceError) -> [LinkCount] { fatalError("H2") }

    func close() {}
}

/// A link to be made.
package struct NewLink: Sendable {
    package enum Suffix: String, Sendable {
        case unguessable = "UNGUESSABLE"
        case short = "SHORT"
    }

    package enum Code: Equatable, Sendable {
        case random(Suffix)
        case alias(LinkCode)
    }

    package var spec: LinkSpec
    package var code: Code
    /// Nil for a key.
    package var owner: UserID?

    package init(spec: LinkSpec, code: Code, owner: UserID?) {
        self.spec = spec
        self.code = code
        self.owner = owner
    }
}

/// A link, and whether it was made just now; an alias asked for again with the same content is not.
package struct MadeLink: Equatable, Sendable {
    package let link: Link
    package let isNew: Bool
}

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
    package let isNew: Bool
}

package struct ClaimReply: Equatable, Sendable {
    package let match: Match
    /// The spec of the link, which a long link has without a code.
    package let spec: LinkSpec?
    package let code: LinkCode?
    package let clickID: String?
    package let invitation: Invitation?

    package struct Invitation: Equatable, Sendable {
        /// The link's code, or its referral code where the link has none.
        package let id: String
        package let referralCode: ReferralCode?
        /// For unique matches alone.
        package let inviter: UserProfile?
    }
}

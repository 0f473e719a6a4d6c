internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Referrals
internal import Values

/// Which link an install came through: for no match, neither a link nor an invitation.
struct ClaimReplyView: JSONOutput, Formed {
    let reply: ClaimReply
    let longLink: String?
    /// Whose `min_version` is told.
    let platform: PlatformFamily

    static let form = Form<Self>("ClaimReply", means: "Which link an install came through.") {
        Member(
            "match", .openChoice("unique", "default", "weak", "none"), \.reply.match,
            """
            `unique`: the app brought the click, the referrer or the link. `default`: one unclaimed \
            click fits the device. `weak`: several do. `none`: there is no link.
            """)
        Member("link_click_id", .text(.uuid), orNull: \.reply.clickID, "For `POST /v1/links/events`.")
        Member("link", \.link, "What the link says; null for no match.")
        Member(
            "invitation", { $0.reply.invitation.map(InvitationView.init) },
            "Who invites by it; null where nobody does.")
        Member(
            "receipt", .string(upTo: 512), orNull: \.reply.receipt,
            """
            To be passed on to `POST /v1/users` as `claim`, with the same `Idempotency-Key` if there was one; \
            null for no match. Opaque, good for 7 days and one sign-up.
            """)
    }
}

extension ClaimReplyView {
    private var link: ClaimedLinkView? {
        guard let spec = reply.spec, let longLink else { return nil }
        return ClaimedLinkView(spec: spec, code: reply.code, longLink: longLink, platform: platform)
    }
}

/// What the link says to the app.
private struct ClaimedLinkView: Formed {
    let spec: LinkSpec
    let code: LinkCode?
    let longLink: String
    let platform: PlatformFamily

    static let form = Form<Self>(
        "ClaimedLink",
        means: "What the link says to the app; `code` is null for a long link that was never shortened."
    ) {
        Member("code", .text(.linkCode), orNull: \.code?.description, "What names it.")
        Member(
            "short_link", .text(.uri.atMost(1024)),
            orNull: { view in view.code.map(view.spec.prefix.shortLink) },
            "The link as it was shared.")
        Member("long_link", .text(.uri.atMost(262144)), \.longLink, "The same as parameters.")
        Member("link", .text(.uri.atMost(65536)), \.spec.taggedLink.description, "The payload.")
        Member("data", { LinkDataView(data: $0.spec.data) }, "As it was given.")
        Member("utm", { UTMView(analytics: $0.spec.analytics) })
        Member(
            "min_version", .string(upTo: 1024), orNull: \.minVersion,
            "Of the device's platform: a version on iOS, a version code on Android.")
    }

    /// As text, since a version name is none of a number.
    private var minVersion: String? {
        switch platform {
        case .android: spec.android.minVersionCode.map(String.init)
        case .ios: spec.ios.minVersion
        case .desktop: nil
        }
    }
}

/// That there is an invitation; who sent it is shown only where the match is sure.
private struct InvitationView: Formed {
    let invitation: ClaimReply.Invitation

    static let form = Form<Self>("Invitation", means: "Who invites by a link.") {
        Member("id", .string(upTo: 128), \.invitation.id, "Names the invitation.")
        Member(
            "referral_code", .text(.referralCode), orNull: \.invitation.referralCode?.description,
            "The inviter's; null where no user invites. Old apps pass it on as `referred_by`.")
        Member(
            "inviter", { $0.invitation.inviter.map { ProfileFields(profile: $0, isOwn: false) } },
            "Shown for `unique` matches alone.")
    }

}

private struct UTMView: Formed {
    let analytics: LinkSpec.Analytics

    static let form = Form<Self>(
        "UtmParameters", means: "Where the link was shared, as web analytics name it."
    ) {
        Member("utm_source", text, orNull: \.analytics.utmSource, "Where visitors come from.")
        Member("utm_medium", text, orNull: \.analytics.utmMedium, "By what means.")
        Member("utm_campaign", text, orNull: \.analytics.utmCampaign, "Through which campaign.")
        Member("utm_term", text, orNull: \.analytics.utmTerm, "Which words.")
        Member("utm_content", text, orNull: \.analytics.utmContent, "Which of several.")
        Member("gclid", text, orNull: \.analytics.gclid, "Google Ads' click id.")
    }

    private static let text = Codec.string(upTo: 65536)
}

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
    /// The platform whose `min_version` is in the reply.
    let platform: PlatformFamily

    static let form = Form<Self>("ClaimReply", means: "The link behind an install.") {
        Member(
            "match", .openChoice("unique", "default", "weak", "none"), \.reply.match,
            """
            `unique`: the app sent the click, the referrer or the link. `default`: one unclaimed click fits \
            the device. `weak`: several do. `none`: no link, or what the app sent is unknown.
            """)
        Member("link_click_id", .text(.uuid), orNull: \.reply.clickID, "For `POST /v1/links/events`.")
        Member("link", \.link, "The link's content; null for no match.")
        Member(
            "invitation", { $0.reply.invitation.map(InvitationView.init) },
            "The inviting user; null without one.")
        Member(
            "receipt", .string(upTo: 512), orNull: \.reply.receipt,
            """
            Pass it to `POST /v1/users` as `claim`, with the same `Idempotency-Key` if there was one; for a \
            player who exists, to `PUT /v1/users/me/referrer`. Null for no match. Opaque, valid for 7 days \
            and one player.
            """)
    }
}

extension ClaimReplyView {
    private var link: ClaimedLinkView? {
        guard let spec = reply.spec, let longLink else { return nil }
        return ClaimedLinkView(spec: spec, code: reply.code, longLink: longLink, platform: platform)
    }
}

/// The link's content for the app.
private struct ClaimedLinkView: Formed {
    let spec: LinkSpec
    let code: LinkCode?
    let longLink: String
    let platform: PlatformFamily

    static let form = Form<Self>(
        "ClaimedLink",
        means: "The link's content for the app. `code` is null for a long link that was never shortened."
    ) {
        Member("code", .text(.linkCode), orNull: \.code?.description, "The link's code.")
        Member(
            "short_link", .text(.uri.atMost(1024)),
            orNull: { view in view.code.map(view.spec.prefix.shortLink) },
            "The link as it was shared.")
        Member("long_link", .text(.uri.atMost(262144)), \.longLink, "The same as parameters.")
        Member("link", .text(.uri.atMost(65536)), \.spec.taggedLink.description, "The payload.")
        Member("data", { LinkDataView(data: $0.spec.data) }, "As the link has it.")
        Member("utm", { UTMView(analytics: $0.spec.analytics) })
        Member(
            "min_version", .string(upTo: 1024), orNull: \.minVersion,
            "For the device's platform: a version on iOS, a version code on Android.")
    }

    /// As text, since a version name is not a number.
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

    static let form = Form<Self>("Invitation", means: "The inviting user of a link.") {
        Member("id", .string(upTo: 128), \.invitation.id, "Identifies the invitation.")
        Member(
            "referral_code", .text(.referralCode), orNull: \.invitation.referralCode?.description,
            "The inviter's code; null without one. Send the `receipt` instead: it keeps the confidence.")
        Member(
            "inviter", { $0.invitation.inviter.map { ProfileFields(profile: $0, isOwn: false) } },
            "Only shown for `unique` matches.")
    }

}

private struct UTMView: Formed {
    let analytics: LinkSpec.Analytics

    static let form = Form<Self>(
        "UtmParameters", means: "Where the link was shared, in terms of web analytics."
    ) {
        Member("utm_source", text, orNull: \.analytics.utmSource, "The source of the visitors.")
        Member("utm_medium", text, orNull: \.analytics.utmMedium, "The medium.")
        Member("utm_campaign", text, orNull: \.analytics.utmCampaign, "The campaign.")
        Member("utm_term", text, orNull: \.analytics.utmTerm, "The search words.")
        Member("utm_content", text, orNull: \.analytics.utmContent, "The variant.")
        Member("gclid", text, orNull: \.analytics.gclid, "Google Ads' click id.")
    }

    private static let text = Codec.string(upTo: 65536)
}

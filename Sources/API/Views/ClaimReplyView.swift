internal import HTTP
internal import Invitations
internal import Links
internal import Referrals
internal import Values

/// Which link an install came through: for no match, neither a link nor an invitation.
struct ClaimReplyView: JSONOutput {
    let reply: ClaimReply
    let longLink: String?
    /// Whose `min_version` is told.
    let platform: PlatformFamily

    static var schema: Schema {
        .object(
            "ClaimReply", means: "Which link an install came through.",
            [
                "match": .openChoice("unique", "default", "weak", "none").means(
                    """
                    `unique`: the app brought the click, the referrer or the link. `default`: one unclaimed \
                    click fits the device. `weak`: several do. `none`: there is no link.
                    """),
                "link_click_id": .uuid.orNull.means("For `POST /v1/links/events`."),
                "link": ClaimedLinkView.schema.orNull.means("What the link says; null for no match."),
                "invitation": InvitationView.schema.orNull.means(
                    "Who invites by it; null where nobody does."),
                "receipt": .string(upTo: 512).orNull.means(
                    """
                    To be passed on to `POST /v1/users` as `claim`, with the same `Idempotency-Key` if there was one; \
                    null for no match. Opaque, good for 7 days and one sign-up.
                    """),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("match", reply.match.rawValue)
            writer.member("link_click_id", reply.clickID)
            writer.member("link", link)
            writer.member("invitation", reply.invitation.map(InvitationView.init))
            writer.member("receipt", reply.receipt)
        }
    }
}

extension ClaimReplyView {
    private var link: ClaimedLinkView? {
        guard let spec = reply.spec, let longLink else { return nil }
        return ClaimedLinkView(spec: spec, code: reply.code, longLink: longLink, platform: platform)
    }
}

/// What the link says to the app.
private struct ClaimedLinkView: JSONEncodable {
    let spec: LinkSpec
    let code: LinkCode?
    let longLink: String
    let platform: PlatformFamily

    static var schema: Schema {
        .object(
            "ClaimedLink",
            means: """
                What the link says to the app; `code` is null for a long link that was never shortened.
                """,
            [
                "code": .linkCode.orNull.means("What names it."),
                "short_link": .uri.atMost(1024).orNull.means("The link as it was shared."),
                "long_link": .uri.atMost(262144).means("The same as parameters."),
                "link": .uri.atMost(65536).means("The payload."),
                "data": .map(of: .any).orNull.means("As it was given."),
                "utm": .utmParameters,
                "min_version": .string(upTo: 1024).orNull.means(
                    "Of the device's platform: a version on iOS, a version code on Android."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", code?.description)
            writer.member("short_link", code.map(spec.prefix.shortLink))
            writer.member("long_link", longLink)
            writer.member("link", spec.taggedLink.description)
            writer.member("data", LinkDataView(data: spec.data))
            writer.key("utm")
            writer.object { writer in
                writer.member("utm_source", spec.analytics.utmSource)
                writer.member("utm_medium", spec.analytics.utmMedium)
                writer.member("utm_campaign", spec.analytics.utmCampaign)
                writer.member("utm_term", spec.analytics.utmTerm)
                writer.member("utm_content", spec.analytics.utmContent)
                writer.member("gclid", spec.analytics.gclid)
            }
            writer.member("min_version", minVersion)
        }
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
private struct InvitationView: JSONEncodable {
    let invitation: ClaimReply.Invitation

    static var schema: Schema {
        .object(
            "Invitation", means: "Who invites by a link.",
            [
                "id": .string(upTo: 128).means("Names the invitation."),
                "referral_code": .referralCode.orNull.means(
                    "The inviter's; null where no user invites. Old apps pass it on as `referred_by`."),
                "inviter": .profile.orNull.means("Shown for `unique` matches alone."),
            ])
    }

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", invitation.id)
            writer.member("referral_code", invitation.referralCode?.description)
            writer.member("inviter", invitation.inviter.map(InviterView.init))
        }
    }
}

private struct InviterView: JSONEncodable {
    let inviter: UserProfile

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("full_name", inviter.fullName)
            writer.member("short_name", inviter.shortName)
            writer.member("image_url", inviter.imageURL?.description)
        }
    }
}

extension Schema {
    static var utmParameters: Schema {
        .object(
            "UtmParameters", means: "Where the link was shared, as web analytics name it.",
            [
                "utm_source": .string(upTo: 65536).orNull.means("Where visitors come from."),
                "utm_medium": .string(upTo: 65536).orNull.means("By what means."),
                "utm_campaign": .string(upTo: 65536).orNull.means("Through which campaign."),
                "utm_term": .string(upTo: 65536).orNull.means("Which words."),
                "utm_content": .string(upTo: 65536).orNull.means("Which of several."),
                "gclid": .string(upTo: 65536).orNull.means("Google Ads' click id."),
            ])
    }
}

internal import HTTP
internal import Links
internal import Referrals
internal import Service
internal import Values

/// Which link an install came through: for no match, neither a link nor an invitation.
struct ClaimReplyView: JSONOutput {
    let reply: ClaimReply
    /// Whose `min_version` is told.
    let platform: PlatformFamily

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("match", reply.match.rawValue)
            writer.member("link_click_id", reply.clickID)
            writer.member(
                "link", reply.spec.map { ClaimedLinkView(spec: $0, code: reply.code, platform: platform) })
            writer.member("invitation", reply.invitation.map(InvitationView.init))
        }
    }
}

/// What the link says to the app.
private struct ClaimedLinkView: JSONEncodable {
    let spec: LinkSpec
    let code: LinkCode?
    let platform: PlatformFamily

    func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("code", code?.description)
            writer.member("short_link", code.map(spec.prefix.shortLink))
            writer.member("long_link", LongLink.print(spec))
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

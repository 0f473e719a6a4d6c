internal import HTTP
internal import Links
internal import Service
internal import Values

/// Makes the caller's own invite from the app's defaults; the same input gives the same link.
struct MakeInvite: Endpoint {
    struct Input: OptionalBodyInput {
        let channel: String?
        let campaign: String?
        let data: LinkData
        let social: LinkSpec.SocialCard

        init(_ fields: inout Fields) throws(Problem) {
            channel = fields.optionalString("channel", length: LinkLabels.lengths)
            campaign = fields.optionalString("campaign", length: LinkLabels.lengths)
            data = LinkData(&fields)
            social = fields.within("social") { LinkSpec.SocialCard(&$0) } ?? LinkSpec.SocialCard()
            try fields.finish()
        }
    }

    /// 201, or 200 when the caller has this invite already.
    struct Output: JSONOutput {
        let invite: Invite

        var status: Int { invite.isNew ? 201 : 200 }
        var headers: [ResponseHeader] { [invite.link.location] }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("link", LinkView(link: invite.link))
                writer.key("message")
                writer.object { writer in
                    writer.member("subject", invite.text.subject)
                    writer.member("body", invite.text.body)
                }
                writer.member("referral_code", invite.referralCode.description)
            }
        }
    }

    let making: LinkMaking

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let inviter = try call.user()
        try making.check(try spec(of: input))
        try making.limit(inviter)
        let request = NewInvite(
            inviter: inviter, channel: input.channel, campaign: input.campaign, data: input.data,
            social: input.social)
        return Output(
            invite: try await serving { () throws(ServiceError) in try await making.links.invite(request) })
    }

    /// The invite without its referral code, to be judged: what the caller adds, such as `$desktop_url`, must
    /// not lead elsewhere.
    private func spec(of input: Input) throws(Problem) -> LinkSpec {
        let profile = try making.profile()
        guard let link = profile.inviteLink else { throw .invitesOff }
        var spec = LinkSpec(link: link, prefix: profile.prefixes[0])
        spec.data = input.data
        spec.social = input.social
        return spec
    }
}

internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Links
internal import Pages
internal import Values

/// Makes the caller's own invite from the app's defaults; the same input gives the same link.
struct MakeInvite: Endpoint {
    struct Input: FormedOptionalInput {
        let channel: String?
        let campaign: String?
        let data: LinkData
        let social: LinkSpec.SocialCard

        static let form = RequestForm(
            "NewInvite", means: "The invite to make.",
            Field(
                optional: "channel", .string(LinkLabels.lengths),
                "Selects the app's text, such as `email` or `sms`; `copy` is only the link.",
                sample: "email"),
            Field(optional: "campaign", .string(LinkLabels.lengths), "For statistics."),
            Field(optional: "data", .linkData, "Data for the app.", sample: ["level": 3]),
            Field(optional: "social", LinkSpec.SocialCard.form, "How the link looks where it is shared.")
        ) {
            Input(
                channel: $0, campaign: $1, data: $2 ?? LinkData(), social: $3 ?? LinkSpec.SocialCard())
        }
    }

    /// 201, or 200 when the caller has this invite already.
    struct Output: JSONOutput, Formed {
        let invite: Invite
        let view: LinkView
        /// Nil where nothing but the link is sent.
        let html: String?

        var status: Int { invite.isNew ? 201 : 200 }
        var headers: [ResponseHeader] { [invite.link.location] }

        static let form = Form<Self>("InviteReply", means: "An invite to send.") {
            Member("link", \.view, sample: linkExample)
            Member("message", message)
            Member(
                "referral_code", .text(.referralCode), \.invite.referralCode.description,
                "The caller's own; the link has it as `invitedby`.", sample: "7ZKQ4M9XTB")
        }

        private static let message = Form<Self>(
            "InviteMessage", means: "The app's text, with its placeholders filled in.",
            showsExample: false
        ) {
            Member(
                "subject", .string(upTo: 65536), orNull: \.invite.text.subject,
                "The subject of an e-mail; null without one.", sample: "Ben invites you to Pieces & Eight")
            Member(
                "body", .string(upTo: 65536), orNull: \.invite.text.body,
                "The text; null if the app has none.",
                sample: "Come aboard: https://go.example.com/nlAR8U4SlKRZw1cb2")
            Member(
                "html", .string(upTo: 65536), orNull: \.html,
                """
                The same for mail, with a button and the image, in the language of `Accept-Language`; null \
                for the channel `copy`.
                """, sample: "<!DOCTYPE html>\n<html lang=\"en\">…</html>")
        }

        private static let linkExample: JSONValue = [
            "code": "nlAR8U4SlKRZw1cb2",
            "short_link": "https://go.example.com/nlAR8U4SlKRZw1cb2",
            "preview_link": "https://go.example.com/nlAR8U4SlKRZw1cb2?d=1",
            "long_link":
                "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3D7ZKQ4M9XTB",
            "qr_link": "https://go.example.com/nlAR8U4SlKRZw1cb2/qr",
            "created_at": "2026-11-21T12:00:00.000Z",
            "channel": "email",
            "feature": "invite",
            "campaign": .null,
            "tags": [],
            "one_time": false,
            "expires_at": .null,
            "data": ["level": 3],
            "creator": "01938f3e-4100-7a10-9b02-13f2c4d5e6a7",
            "state": "on",
            "switched_off_at": .null,
        ]

    }

    let making: LinkMaking
    let brand: PageBrand?

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let inviter = try call.user()
        try making.check(try spec(of: input), by: .player)
        try making.limit(inviter)
        let request = NewInvite(
            inviter: inviter, channel: input.channel, campaign: input.campaign, data: input.data,
            social: input.social)
        let invite = try await mappingErrors { () throws(LinkError) in try await making.links.invite(request)
        }
        return Output(
            invite: invite, view: making.view(of: invite.link), html: try html(invite, input, on: call))
    }

    /// For mail, in the inviter's language.
    private func html(_ invite: Invite, _ input: Input, on call: Call) throws(Problem) -> String? {
        guard let brand, input.channel != "copy" else { return nil }
        let profile = try making.profile()
        return InviteMail(
            invite: invite, social: invite.link.socialCard(in: profile), brand: brand,
            language: call.pageLanguage
        ).html
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

extension MakeInvite {
    var operation: Operation {
        Operation(
            "makeInvite", .links, "Create the user's invite",
            """
            From the app's defaults: its invite link with `?invitedby=<referral code>`, and its text for the \
            channel. The same input returns the same link.
            """
        )
        .gives("The existing invite of the caller.", .location)
        .gives(201, "The new invite.", .location)
        .refuses(
            "The body is malformed, or a URL is not allowed for the app's links.",
            .linkNotAllowed
        )
        .refuses("Links are off, or the app has no invite link.", .linksOff, .invitesOff)
        .refuses(.tooManyRequests)
    }
}

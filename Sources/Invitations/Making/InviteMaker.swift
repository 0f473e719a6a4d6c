internal import Crypto
internal import Links
internal import Referrals
internal import Values

/// Makes a user's own invites from what the app's profile says of them.
struct InviteMaker {
    /// The inviter for messages without a name.
    private static let nameless = "A friend"

    let profile: AppProfile
    let key: Subkey

    /// The code is derived from the inviter and the link's whole content: the same request returns the same
    /// link, also for concurrent ones. Only the key's holder can compute it. Nil if the app has no invite
    /// link.
    func link(for request: NewInvite, by inviter: User) -> NewLink? {
        let spec = profile.inviteSpec(
            referralCode: inviter.referralCode, channel: request.channel, campaign: request.campaign,
            data: request.data, social: request.social)
        guard let spec else { return nil }
        return NewLink(
            spec: spec, code: .alias(Self.code(of: spec, by: inviter.uid, key: key)), owner: inviter.uid)
    }

    static func code(of spec: LinkSpec, by uid: UserID, key: Subkey) -> LinkCode {
        let parts =
            [
                uid.description, LongLink.print(spec), spec.data.json, spec.channel, spec.feature,
                spec.campaign,
            ] + spec.tags
        return LinkCode.keyed(parts.map { $0 ?? "" }.joined(separator: "\u{0}"), key: key)
    }

    /// The channel's text, the default one where it has none, its placeholders filled in.
    func invite(_ made: MadeLink, channel: String?, by inviter: User, showing shown: UserProfile) -> Invite {
        let texts = profile.inviteTexts
        let text =
            channel.flatMap { texts[$0] ?? Self.own[$0] } ?? texts["default"] ?? AppProfile.InviteText()
        let values = [
            "link": made.link.shortLink, "name": shown.fullName ?? shown.shortName ?? Self.nameless,
            "app": profile.name, "code": inviter.referralCode.description,
        ]
        return Invite(
            link: made.link,
            text: AppProfile.InviteText(
                subject: text.subject.map { Self.fill($0, with: values) },
                body: text.body.map { Self.fill($0, with: values) }),
            referralCode: inviter.referralCode, inviter: shown, isNew: made.isNew)
    }

    /// Of channels that mean the same in every app: what is copied is the link.
    private static let own = ["copy": AppProfile.InviteText(body: "{link}")]

    /// In one pass, so that a name which looks like a placeholder stays a name.
    private static func fill(_ template: String, with values: [String: String]) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            text += rest[..<open]
            rest = rest[open...]
            let close = rest.firstIndex(of: "}")
            let name = close.map { String(rest[rest.index(after: open)..<$0]) }
            if let close, let value = name.flatMap({ values[$0] }) {
                text += value
                rest = rest[rest.index(after: close)...]
            } else {
                text += "{"
                rest = rest.dropFirst()
            }
        }
        return text + rest
    }
}

internal import API
internal import HTTP
internal import JSON
internal import Links

/// The reply to Firebase's SDK about a link.
struct DynamicLinkView {
    let spec: LinkSpec
    /// Nil for a long link.
    let code: LinkCode?
    let longLink: String
    let invitationID: String?

    /// - Parameter minimumVersion: the two calls name it differently.
    func encodeMembers(to writer: inout JSONWriter, minimumVersion: StaticString) {
        writer.member("deepLink", spec.link.description)
        writer.member("requestedLink", code.map(spec.prefix.shortLink) ?? longLink)
        writer.member("resolvedLink", longLink)
        if let version = spec.ios.minVersion { writer.member(minimumVersion, version) }
        if let fallback = spec.ios.fallbackLink { writer.member("fallbackLink", fallback.description) }
        if let invitationID { writer.member("invitationId", invitationID) }
        let analytics = spec.analytics
        if let source = analytics.utmSource { writer.member("utmSource", source) }
        if let medium = analytics.utmMedium { writer.member("utmMedium", medium) }
        if let campaign = analytics.utmCampaign { writer.member("utmCampaign", campaign) }
        if let term = analytics.utmTerm { writer.member("utmTerm", term) }
        if let content = analytics.utmContent { writer.member("utmContent", content) }
    }
}

extension DynamicLinkView {
    /// - Parameter isAlwaysFound: whether there is a reply for a link alone.
    static func properties(
        isAlwaysFound: Bool, minimumVersion: String
    ) -> KeyValuePairs<String, Schema> {
        func link(_ meaning: String) -> Schema {
            isAlwaysFound ? text(meaning) : text(meaning).optional
        }
        return [
            "deepLink": link("The payload."),
            "requestedLink": link("The requested link, short or long."),
            "resolvedLink": link("The same as a long link."),
            "fallbackLink": text("The destination without the app.").optional,
            "invitationId": text("Identifies the invitation.").optional,
            "utmSource": text("The source of the visitors.").optional,
            "utmMedium": text("The medium.").optional,
            "utmCampaign": text("The campaign.").optional,
            "utmTerm": text("The search words.").optional,
            "utmContent": text("The variant.").optional,
            minimumVersion: text("The app's, as in the link.").optional,
        ]
    }

    private static func text(_ meaning: String) -> Schema {
        .string(upTo: 262_144).means(meaning)
    }
}

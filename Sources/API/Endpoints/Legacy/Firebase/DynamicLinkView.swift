internal import HTTP
internal import Links

/// What Firebase's SDK is told of a link.
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

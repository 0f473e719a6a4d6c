/// The stored part of a long link with a click, since strangers can make one as long as a URL gets.
extension LongLink {
    /// As the table's `clicks_kept_link_length` has it.
    package static let keptBytesMax = 512

    /// The link for a claim: its destination, the app's parameters, and the campaign; nil if even that is
    /// too long. Parameters that only matter for opening are dropped first.
    package static func kept(of spec: LinkSpec) -> String? {
        var kept = spec
        kept.social = LinkSpec.SocialCard()
        if let text = fitting(kept) { return text }
        kept.android.fallbackLink = nil
        kept.ios.fallbackLink = nil
        kept.ios.ipadFallbackLink = nil
        kept.ios.customScheme = nil
        kept.ios.isForcedRedirect = false
        kept.desktopFallbackLink = nil
        kept.analytics = LinkSpec.Analytics()
        kept.analytics.utmSource = spec.analytics.utmSource
        kept.analytics.utmMedium = spec.analytics.utmMedium
        kept.analytics.utmCampaign = spec.analytics.utmCampaign
        if let text = fitting(kept) { return text }
        kept.analytics = LinkSpec.Analytics()
        return fitting(kept)
    }

    private static func fitting(_ spec: LinkSpec) -> String? {
        // Each byte of the payload is a byte of the text at least.
        guard spec.link.description.utf8.count < keptBytesMax else { return nil }
        let text = text(of: spec)
        return text.utf8.count <= keptBytesMax ? text : nil
    }
}

package import Values

/// A link's content: its destination on each platform, its card, and its data.
///
/// All of it but the last block is also a long link's parameters; see `LongLink`.
package struct LinkSpec: Equatable, Sendable {
    /// The payload: opens in the app.
    package var link: WebURL
    package var prefix: LinkPrefix
    package var android = Android()
    package var ios = IOS()
    package var desktopFallbackLink: WebURL?
    package var social = SocialCard()
    package var analytics = Analytics()

    package var data = LinkData()
    package var channel: String?
    package var feature: String?
    package var campaign: String?
    package var tags: [String] = []
    /// Good for one claim.
    package var isOneTime = false
    package var expiresAt: Timestamp?
    /// Parameters of old calls without a meaning here, stored to be returned.
    package var legacy: [String: String] = [:]
    /// Of Branch, within `legacy`.
    package static let legacyIdentity = "identity"

    /// Characters of a title, a name or a parameter of analytics, at most.
    package static let textMax = 1024

    package init(link: WebURL, prefix: LinkPrefix) {
        self.link = link
        self.prefix = prefix
    }

    package struct Android: Equatable, Sendable {
        package var packageName: String?
        package var fallbackLink: WebURL?
        package var minVersionCode: Int?

        package init() {}
    }

    package struct IOS: Equatable, Sendable {
        package var bundleID: String?
        package var appStoreID: String?
        package var fallbackLink: WebURL?
        package var ipadFallbackLink: WebURL?
        package var ipadBundleID: String?
        /// Default: the bundle id.
        package var customScheme: String?
        package var minVersion: String?
        /// Skips the preview page.
        package var isForcedRedirect = false

        package init() {}
    }

    package struct SocialCard: Equatable, Sendable {
        package var title: String?
        package var description: String?
        package var imageLink: WebURL?

        package init() {}
    }

    package struct Analytics: Equatable, Sendable {
        package var utmSource: String?
        package var utmMedium: String?
        package var utmCampaign: String?
        package var utmTerm: String?
        package var utmContent: String?
        package var gclid: String?
        /// iTunes Connect's provider token, affiliate token, campaign token and media type.
        package var pt: String?
        package var at: String?
        package var ct: String?
        package var mt: String?

        package init() {}
    }
}

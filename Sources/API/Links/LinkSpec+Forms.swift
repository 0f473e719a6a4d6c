internal import HTTP
internal import JSON
internal import Links

// The parts of a link that are objects of their own.

extension LinkSpec.SocialCard {
    static let form = RequestForm(
        "LinkSocial", means: "How the link looks where it is shared.",
        Field(optional: "title", .string(1...200), "The headline."),
        Field(optional: "description", .string(1...500), "The text below it."),
        Field(optional: "image_link", .secureURL, "The picture; https.")
    ) {
        var card = LinkSpec.SocialCard()
        (card.title, card.description, card.imageLink) = ($0, $1, $2)
        return card
    }
}

extension LinkSpec.Android {
    static let form = RequestForm(
        "LinkAndroid", means: "A link's destination on Android.",
        Field(
            optional: "package_name", .appIdentifier,
            "One of the app's package names. Default: the profile's first."),
        Field(optional: "fallback_link", .webURL, "Instead of Play when the app is not installed."),
        Field(optional: "min_version_code", .integer(1...2_100_000_000), "Older installs go to Play.")
    ) {
        var android = LinkSpec.Android()
        (android.packageName, android.fallbackLink, android.minVersionCode) = ($0, $1, $2.map(Int.init))
        return android
    }
}

extension LinkSpec.IOS {
    static let form = RequestForm(
        "LinkIOS", means: "A link's destination on iPhones and iPads.",
        Field(
            optional: "bundle_id", .appIdentifier,
            "One of the app's bundle ids. Default: the profile's first."),
        Field(optional: "app_store_id", .appStoreID, "The app's number in the App Store."),
        Field(optional: "fallback_link", .webURL, "Instead of the App Store."),
        Field(optional: "ipad_fallback_link", .webURL, "Takes precedence on an iPad."),
        Field(optional: "ipad_bundle_id", .appIdentifier, "The iPad app's, if it is another."),
        Field(
            optional: "custom_scheme", .appScheme,
            "A scheme of the app's own, and not one of the browsers'. Default: the bundle id."),
        Field(optional: "min_version", .string(1...32), "Handed to the app, which decides."),
        Field(optional: "forced_redirect", .boolean, "Skips the preview page.")
    ) {
        var ios = LinkSpec.IOS()
        (ios.bundleID, ios.appStoreID, ios.fallbackLink, ios.ipadFallbackLink) = ($0, $1, $2, $3)
        (ios.ipadBundleID, ios.customScheme, ios.minVersion) = ($4, $5, $6)
        ios.isForcedRedirect = $7 ?? false
        return ios
    }
}

extension LinkSpec {
    static let desktopForm = RequestForm(
        "LinkDesktop", means: "A link's destination on devices that aren't mobile.",
        Field(optional: "fallback_link", .webURL, "Instead of the payload.")
    ) { $0 }
}

extension LinkSpec.Analytics {
    static let form = RequestForm(
        "LinkAnalytics", means: "A link's parameters for stores and web analytics.",
        Field(optional: "utm_source", text, "The source of the visitors."),
        Field(optional: "utm_medium", text, "The medium."),
        Field(optional: "utm_campaign", text, "The campaign."),
        Field(optional: "utm_term", text, "The search words."),
        Field(optional: "utm_content", text, "The variant."),
        Field(optional: "gclid", text, "Google Ads' click id."),
        Field(optional: "itunes", itunes, "Parameters for the App Store.")
    ) {
        var analytics = $6 ?? LinkSpec.Analytics()
        (analytics.utmSource, analytics.utmMedium, analytics.utmCampaign) = ($0, $1, $2)
        (analytics.utmTerm, analytics.utmContent, analytics.gclid) = ($3, $4, $5)
        return analytics
    }

    private static let itunes = RequestForm(
        "LinkITunes", means: "A link's parameters for the App Store.",
        Field(optional: "pt", text, "The provider."), Field(optional: "at", text, "The affiliate."),
        Field(optional: "ct", text, "The campaign."), Field(optional: "mt", text, "The medium.")
    ) {
        var analytics = LinkSpec.Analytics()
        (analytics.pt, analytics.at, analytics.ct, analytics.mt) = ($0, $1, $2, $3)
        return analytics
    }

    private static let text = Codec.string(1...256)
}

extension Codec where Value == WebURL {
    static var webURL: Codec { url("^[Hh][Tt][Tt][Pp][Ss]?://", LinkValues.url) }
    static var secureURL: Codec { url("^[Hh][Tt][Tt][Pp][Ss]://", LinkValues.secureURL) }

    private static func url(
        _ pattern: String, _ parse: @escaping @Sendable (String) throws(FieldError) -> WebURL
    ) -> Codec {
        Codec(.uri.atMost(7168).word("pattern", .string(pattern)), text: \.description, parse: parse)
    }
}

extension Codec where Value == String {
    fileprivate static var appIdentifier: Codec { name(LinkValues.identifier) }
    fileprivate static var appScheme: Codec { name(LinkValues.scheme) }
    fileprivate static var appStoreID: Codec {
        Codec(.string.pattern("[0-9]{1,20}"), text: \.self, parse: LinkValues.appStoreID)
    }

    private static func name(
        _ parse: @escaping @Sendable (String) throws(FieldError) -> String
    ) -> Codec {
        Codec(.string.pattern("[A-Za-z][A-Za-z0-9._+-]{0,254}"), text: \.self, parse: parse)
    }
}

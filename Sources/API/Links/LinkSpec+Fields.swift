internal import HTTP
internal import Links

// The parts of a link out of their JSON objects; the API's description says what each means.

extension LinkSpec.Android {
    /// What Play Console takes at most.
    private static let versionCodes: ClosedRange<Int64> = 1...2_100_000_000

    init(_ fields: inout Fields) {
        self.init()
        packageName = fields.optionalValue("package_name", LinkValues.identifier)
        fallbackLink = fields.optionalValue("fallback_link", LinkValues.url)
        minVersionCode = fields.optionalInteger("min_version_code", in: Self.versionCodes).map(Int.init)
    }
}

extension LinkSpec.IOS {
    init(_ fields: inout Fields) {
        self.init()
        bundleID = fields.optionalValue("bundle_id", LinkValues.identifier)
        appStoreID = fields.optionalValue("app_store_id", LinkValues.appStoreID)
        fallbackLink = fields.optionalValue("fallback_link", LinkValues.url)
        ipadFallbackLink = fields.optionalValue("ipad_fallback_link", LinkValues.url)
        ipadBundleID = fields.optionalValue("ipad_bundle_id", LinkValues.identifier)
        customScheme = fields.optionalValue("custom_scheme", LinkValues.scheme)
        minVersion = fields.optionalString("min_version", length: 1...32)
        isForcedRedirect = fields.optionalBool("forced_redirect") ?? false
    }
}

extension LinkSpec.SocialCard {
    init(_ fields: inout Fields) {
        self.init()
        title = fields.optionalString("title", length: 1...200)
        description = fields.optionalString("description", length: 1...500)
        imageLink = fields.optionalValue("image_link", LinkValues.secureURL)
    }
}

extension LinkSpec.Analytics {
    private static let lengths = 1...256

    init(_ fields: inout Fields) {
        self.init()
        utmSource = fields.optionalString("utm_source", length: Self.lengths)
        utmMedium = fields.optionalString("utm_medium", length: Self.lengths)
        utmCampaign = fields.optionalString("utm_campaign", length: Self.lengths)
        utmTerm = fields.optionalString("utm_term", length: Self.lengths)
        utmContent = fields.optionalString("utm_content", length: Self.lengths)
        gclid = fields.optionalString("gclid", length: Self.lengths)
        let itunes = fields.within("itunes") { fields in
            ["pt", "at", "ct", "mt"].map { fields.optionalString($0, length: Self.lengths) }
        }
        if let itunes { (pt, at, ct, mt) = (itunes[0], itunes[1], itunes[2], itunes[3]) }
    }
}

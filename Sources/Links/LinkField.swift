/// A part of a link, by its JSON pointer in `POST /v1/links` and its long-link parameter.
package struct LinkField: Hashable, Sendable {
    /// Such as `/android/fallback_link`.
    package let pointer: String
    /// Such as `afl`; nil where a long link has none.
    package let parameter: String?

    package init(_ pointer: String, _ parameter: String? = nil) {
        self.pointer = pointer
        self.parameter = parameter
    }

    package static let link = LinkField("/link", "link")
    package static let prefix = LinkField("/domain_uri_prefix")
    /// A long link as a whole.
    package static let longLink = LinkField("/long_link")

    package static let packageName = LinkField("/android/package_name", "apn")
    package static let androidFallback = LinkField("/android/fallback_link", "afl")
    package static let minVersionCode = LinkField("/android/min_version_code", "amv")

    package static let bundleID = LinkField("/ios/bundle_id", "ibi")
    package static let appStoreID = LinkField("/ios/app_store_id", "isi")
    package static let iosFallback = LinkField("/ios/fallback_link", "ifl")
    package static let ipadFallback = LinkField("/ios/ipad_fallback_link", "ipfl")
    package static let ipadBundleID = LinkField("/ios/ipad_bundle_id", "ipbi")
    package static let customScheme = LinkField("/ios/custom_scheme", "ius")
    package static let minVersion = LinkField("/ios/min_version", "imv")
    package static let forcedRedirect = LinkField("/ios/forced_redirect", "efr")

    package static let desktopFallback = LinkField("/desktop/fallback_link", "ofl")
    package static let socialTitle = LinkField("/social/title", "st")
    package static let socialDescription = LinkField("/social/description", "sd")
    package static let socialImage = LinkField("/social/image_link", "si")

    /// Those that have one name each.
    package static let all = [
        link, prefix, longLink, packageName, androidFallback, minVersionCode, bundleID, appStoreID,
        iosFallback, ipadFallback, ipadBundleID, customScheme, minVersion, forcedRedirect, desktopFallback,
        socialTitle, socialDescription, socialImage,
    ]

    /// A directive within the link's data, such as `$desktop_url`.
    package static func directive(_ name: String) -> LinkField { LinkField("/data/\(name)") }
}

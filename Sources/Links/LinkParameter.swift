internal import Basics

/// One parameter of a long link beside `link`: how a link's part is read from text and written as text.
struct LinkParameter: Sendable {
    typealias Path<Value> = any (WritableKeyPath<LinkSpec, Value> & Sendable)

    let name: String
    /// The part as text; nil where the link has none.
    let text: @Sendable (LinkSpec) -> String?
    /// Sets the part, or says why the text means nothing.
    let set: @Sendable (inout LinkSpec, String) -> LinkWarning?

    /// Those of Firebase Dynamic Links, in the order in which links are written and refusals listed.
    static let all: [LinkParameter] = [
        identifier("apn", \.android.packageName),
        url("afl", \.android.fallbackLink, warningName: "ANDROID_FALLBACK_LINK"),
        minVersionCode,
        identifier("ibi", \.ios.bundleID),
        appStoreID,
        url("ifl", \.ios.fallbackLink, warningName: "IOS_FALLBACK_LINK"),
        url("ipfl", \.ios.ipadFallbackLink, warningName: "IPAD_FALLBACK_LINK"),
        identifier("ipbi", \.ios.ipadBundleID),
        identifier("ius", \.ios.customScheme),
        words("imv", \.ios.minVersion),
        forcedRedirect,
        url("ofl", \.desktopFallbackLink, warningName: "DESKTOP_FALLBACK_LINK"),
        words("st", \.social.title),
        words("sd", \.social.description),
        url("si", \.social.imageLink, warningName: "SOCIAL_IMAGE_LINK"),
        words("utm_source", \.analytics.utmSource),
        words("utm_medium", \.analytics.utmMedium),
        words("utm_campaign", \.analytics.utmCampaign),
        words("utm_term", \.analytics.utmTerm),
        words("utm_content", \.analytics.utmContent),
        words("gclid", \.analytics.gclid),
        words("pt", \.analytics.pt),
        words("at", \.analytics.at),
        words("ct", \.analytics.ct),
        words("mt", \.analytics.mt),
    ]

    static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Text for people or for other systems.
    private static func words(_ name: String, _ path: Path<String?>) -> LinkParameter {
        LinkParameter(name: name) {
            $0[keyPath: path]
        } set: { spec, text in
            guard text.unicodeScalars.count <= LinkSpec.textMax else {
                return LinkWarning("TOO_LONG_PARAM", "\(name) has more than \(LinkSpec.textMax) characters.")
            }
            guard !text.utf8.contains(0) else {
                return LinkWarning("MALFORMED_PARAM", "\(name) has the character U+0000.")
            }
            spec[keyPath: path] = text
            return nil
        }
    }

    /// A package name, a bundle id or a URL scheme.
    private static func identifier(_ name: String, _ path: Path<String?>) -> LinkParameter {
        LinkParameter(name: name) {
            $0[keyPath: path]
        } set: { spec, text in
            guard AppProfile.isIdentifier(text) else {
                return LinkWarning("MALFORMED_PARAM", "\(name) is not a name of an app or scheme.")
            }
            spec[keyPath: path] = text
            return nil
        }
    }

    private static func url(_ name: String, _ path: Path<WebURL?>, warningName: String) -> LinkParameter {
        LinkParameter(name: name) {
            $0[keyPath: path]?.description
        } set: { spec, text in
            do throws(WebURL.Mistake) {
                spec[keyPath: path] = try WebURL(text)
                return nil
            } catch {
                let code = error == .scheme ? "BAD_URI_SCHEME_" : "NOT_URI_"
                return LinkWarning(code + warningName, "\(name): \(error.detail)")
            }
        }
    }

    private static let minVersionCode = LinkParameter(name: "amv") {
        $0.android.minVersionCode.map(String.init)
    } set: { spec, text in
        guard text.utf8.allSatisfy(\.isDigit), let code = Int(text) else {
            return LinkWarning("NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION", "amv is not a whole number.")
        }
        spec.android.minVersionCode = code
        return nil
    }

    private static let appStoreID = LinkParameter(name: "isi") {
        $0.ios.appStoreID
    } set: { spec, text in
        guard AppProfile.isAppStoreID(text) else {
            return LinkWarning("NOT_NUMERIC_IOS_APP_STORE_ID", "isi is not a number.")
        }
        spec.ios.appStoreID = text
        return nil
    }

    private static let forcedRedirect = LinkParameter(name: "efr") {
        $0.ios.isForcedRedirect ? "1" : nil
    } set: { spec, text in
        guard text == "0" || text == "1" else {
            return LinkWarning("BAD_FORCED_REDIRECT_PARAM", "efr is 0 or 1.")
        }
        spec.ios.isForcedRedirect = text == "1"
        return nil
    }
}

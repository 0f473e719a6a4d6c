/// The apps that a link opens, and the URLs that open or install them.
extension Destinations {
    struct IOSTarget {
        let scheme: String
        let appStoreID: String?
    }

    /// The package the link names, as the profile knows it.
    var androidApp: AppProfile.AndroidApp? {
        guard let name = spec.android.packageName else {
            return spec.namesNoApp ? profile.android.first : nil
        }
        return profile.android.first { $0.packageName == name }
            ?? AppProfile.AndroidApp(packageName: name, fingerprints: [])
    }

    /// The bundle the link names, an iPad's own first.
    func iosApp(_ platform: Platform) -> IOSTarget? {
        let own = platform == .ipad ? spec.ios.ipadBundleID : nil
        let named = own ?? spec.ios.bundleID ?? (spec.namesNoApp ? profile.ios.first?.bundleID : nil)
        guard let named else { return nil }
        let known = profile.ios.first { $0.bundleID == named }
        let storeID = own == nil ? spec.ios.appStoreID ?? known?.appStoreID : known?.appStoreID
        return IOSTarget(
            scheme: spec.ios.customScheme ?? known?.customScheme ?? named,
            appStoreID: storeID ?? spec.ios.appStoreID)
    }

    /// Opens the app: `scheme://PATH?link_click_id=…` with Branch's `$deeplink_path`, else as Firebase's SDKs
    /// read it, `scheme://google/link/?deep_link_id=…`.
    func openURL(scheme: String) -> String {
        let click =
            clickID.map { [("link_click_id", $0)] } ?? code.map { [("link_code", $0.description)] } ?? []
        if let path = spec.data.directives["$deeplink_path"] {
            return Self.adding(click, to: "\(scheme)://\(PercentEncoding.mend(path))")
        }
        var items = [(name: "deep_link_id", value: spec.link.description)]
        if let version = spec.ios.minVersion { items.append(("imv", version)) }
        if clickID != nil { items.append(("match_type", "unique")) }
        return Self.adding(items + spec.analytics.campaignItems + click, to: "\(scheme)://google/link/")
    }

    /// Opens the app where it is installed, though Android has not verified that our links are its own, and
    /// else leads on to `other`. By the app's own scheme, or by the link as the app's intent filter has it.
    ///
    /// Source: Chrome's documentation, "Android Intents with Chrome".
    func intentURL(_ app: AppProfile.AndroidApp, link: String?, else other: String) -> String? {
        guard let url = app.customScheme.map({ openURL(scheme: $0) }) ?? link,
            !url.utf8.contains(UInt8(ascii: "#")), let end = url.firstRange(of: "://")
        else { return nil }
        let items = [
            "scheme=\(url[..<end.lowerBound])", "package=\(app.packageName)",
            PercentEncoding.query([("S.browser_fallback_url", other)]), "end",
        ]
        return "intent\(url[end.lowerBound...])#Intent;" + items.joined(separator: ";")
    }

    /// The app's page on Google Play, which hands the referrer to the app it installs.
    func playURL(_ packageName: String) -> String {
        var items = [(name: "id", value: packageName)]
        let click = clickID.map { [(name: "link_click_id", value: $0)] } ?? []
        let referrer = click + spec.analytics.campaignItems
        if !referrer.isEmpty { items.append(("referrer", PercentEncoding.query(referrer))) }
        return "https://play.google.com/store/apps/details?" + PercentEncoding.query(items)
    }

    func appStoreURL(_ id: String) -> String {
        Self.adding(spec.analytics.storeItems, to: "https://apps.apple.com/app/id\(id)")
    }

    /// A URL of any scheme with query items, before its fragment.
    static func adding(_ items: [(name: String, value: String)], to url: String) -> String {
        guard !items.isEmpty else { return url }
        let head = url[..<(url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex)]
        let separator = head.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return head + separator + PercentEncoding.query(items) + url[head.endIndex...]
    }
}

extension LinkSpec {
    /// A link that names no app at all, as Branch's never do, opens the profile's first on each platform. One
    /// that names an app on one platform alone opens the payload on the others, as Firebase's did.
    var namesNoApp: Bool {
        android.packageName == nil && android.fallbackLink == nil && ios.bundleID == nil
            && ios.appStoreID == nil
            && ios.fallbackLink == nil && ios.ipadFallbackLink == nil && ios.ipadBundleID == nil
            && ios.customScheme == nil
    }

    /// The payload with the campaign's parameters, those that it has itself left as they are.
    package var taggedLink: WebURL {
        let items = analytics.campaignItems
        guard !items.isEmpty else { return link }
        let own = Set(link.queryItems.map(\.name))
        return link.adding(items.filter { !own.contains($0.name) })
    }
}

extension LinkSpec.Analytics {
    /// For Google Play, the app and the payload.
    var campaignItems: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        Self.add("utm_source", utmSource, to: &items)
        Self.add("utm_medium", utmMedium, to: &items)
        Self.add("utm_campaign", utmCampaign, to: &items)
        Self.add("utm_term", utmTerm, to: &items)
        Self.add("utm_content", utmContent, to: &items)
        Self.add("gclid", gclid, to: &items)
        return items
    }

    /// For the App Store.
    var storeItems: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        Self.add("pt", pt, to: &items)
        Self.add("at", at, to: &items)
        Self.add("ct", ct, to: &items)
        Self.add("mt", mt, to: &items)
        return items
    }

    private static func add(
        _ name: String, _ value: String?, to items: inout [(name: String, value: String)]
    ) {
        if let value { items.append((name, value)) }
    }
}

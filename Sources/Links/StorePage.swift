internal import Basics

/// A page of an app store: where links may lead as long as the app is one of ours.
struct StorePage {
    private static let playHost = "play.google.com"
    private static let appStoreHosts: Set = ["apps.apple.com", "itunes.apple.com", "geo.itunes.apple.com"]

    private let url: WebURL
    /// The package or the App Store id that the page is of; none for a search or a developer's page, several
    /// for one that readers may take for either's.
    private let ids: [String]

    /// Nil for what is on no store's host.
    init?(_ url: WebURL) {
        switch url.host {
        case Self.playHost: ids = Self.packages(in: url)
        case _ where Self.appStoreHosts.contains(url.host): ids = Self.appStoreIDs(in: url)
        default: return nil
        }
        self.url = url
    }

    /// Whether it is of one of the profile's apps.
    func isOwn(in profile: AppProfile) -> Bool {
        guard let id = ids.first, ids.allSatisfy({ $0 == id }) else { return false }
        return url.host == Self.playHost
            ? profile.android.contains { $0.packageName == id } : profile.ios.contains { $0.appStoreID == id }
    }

    /// Whether the pattern is for this page: one that also matches an invented app's page allows the store,
    /// and not this app.
    func isNamed(by pattern: URLPattern) -> Bool {
        guard ids.count < 2, pattern.matches(url), let nobodysPage else { return false }
        return !pattern.matches(nobodysPage)
    }

    private var nobodysPage: WebURL? {
        let nobodys = url.host == Self.playHost ? "com.nobody.has.this" : "999999999999"
        // An id that is written in another way than it reads stays, and no pattern names the page.
        if let id = ids.first { return try? WebURL(url.description.replacing(id, with: nobodys)) }
        let path = url.host == Self.playHost ? "store/apps/details?id=" : "app/id"
        return try? WebURL("https://\(url.host)/\(path)\(nobodys)")
    }

    /// `/store/apps/details?id=…`
    private static func packages(in url: WebURL) -> [String] {
        guard url.pathSegments == ["store", "apps", "details"] else { return [] }
        return url.queryItems.filter { $0.name == "id" }.map(\.value)
    }

    /// `/app/id…`, with a country before it and a name within, if any.
    private static func appStoreIDs(in url: WebURL) -> [String] {
        var segments = url.pathSegments[...]
        if segments.first?.utf8.count == 2 { segments = segments.dropFirst() }
        guard segments.first == "app", (2...3).contains(segments.count) else { return [] }
        return segments.dropFirst().filter {
            $0.hasPrefix("id") && $0.utf8.dropFirst(2).allSatisfy(\.isDigit)
        }
        .map { String($0.dropFirst(2)) }
    }
}

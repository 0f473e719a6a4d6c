internal import Values

/// A URL that opened the app or that the app found: which link of ours it is, or which one led to it.
///
/// Whatever we hand out comes back as it was, or with what others add on the way: slashes, campaigns, and the
/// tracking parameters of an app's own browser.
struct OpenedURL {
    private let text: String
    private let items: [(name: String, value: String)]

    init(_ text: String) {
        let word = String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
        self.text = Self.address(ofIntent: word) ?? word
        let head = self.text.prefix { $0 != "#" }
        let query = head.firstIndex(of: "?").map { head[$0...].dropFirst() } ?? ""
        items = PercentEncoding.items(of: String(query))
    }

    /// Its names for a link, the most certain first: the next one counts if the previous is no longer
    /// known.
    func evidence(in profile: AppProfile) -> [LinkClaim.Evidence] {
        guard text.utf8.count <= LongLink.bytesMax else { return [] }
        if profile.isOurs(text) {
            let named =
                referral(in: profile) ?? profile.code(ofShortLink: text).map { .shortLink($0) }
                ?? longLink(in: profile)
            return [click, named].compactMap(\.self) + (named == nil ? invite(in: profile) : [])
        }
        guard profile.hasScheme(of: text) else {
            let carried = profile.isOnSite(text) ? [click].compactMap(\.self) : []
            return carried + invite(in: profile)
        }
        return [click, linkCode, referral(in: profile), payload(in: profile)].compactMap(\.self)
    }

    /// Whether it is on a domain of ours or opens the app, though it need not name a link, or be well-formed.
    func isOfApp(in profile: AppProfile) -> Bool {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        guard ["http", "https"].contains(parts[0].lowercased()) else { return profile.hasScheme(of: text) }
        let authority = parts[1].prefix { !"/?#\\".contains($0) }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return profile.isOwn(host: host.prefix { $0 != ":" }.lowercased())
    }

    /// `intent://host/path#Intent;scheme=game;…;end` is `game://host/path` to the app that it opens.
    ///
    /// Source: Chrome's documentation, "Android Intents with Chrome".
    private static func address(ofIntent text: String) -> String? {
        guard text.hasPrefix("intent://"), let start = text.firstRange(of: "#Intent;") else { return nil }
        let scheme = text[start.upperBound...].split(separator: ";").first { $0.hasPrefix("scheme=") }
        guard let scheme else { return nil }
        return "\(scheme.dropFirst("scheme=".count))\(text[..<start.lowerBound].dropFirst("intent".count))"
    }

    private var click: LinkClaim.Evidence? {
        value("link_click_id").map { .click(id: $0) }
    }

    /// Where many see the URL, as in a card, it carries the link and no click.
    private var linkCode: LinkClaim.Evidence? {
        value("link_code").flatMap { LinkCode($0) }.map { .shortLink($0) }
    }

    private func longLink(in profile: AppProfile) -> LinkClaim.Evidence? {
        guard let parsed = try? LongLink.parse(text), profile.prefixes.contains(parsed.spec.prefix) else {
            return nil
        }
        return .longLink(parsed)
    }

    /// Facebook's App Links page's, and its own: `scheme://applink?referral=CODE`, `https://host/applink?…`
    private func referral(in profile: AppProfile) -> LinkClaim.Evidence? {
        let path = (try? WebURL(text))?.pathSegments
        let isPage = path.map { $0 == ["applink"] || $0 == profile.appLinksSegments } ?? false
        let host = text.split(separator: "://", maxSplits: 1).last.map { $0.prefix { !"/?#".contains($0) } }
        guard isPage || host == "applink" else { return nil }
        return value("referral").flatMap { ReferralCode.written($0) }.map { .referral($0) }
    }

    /// The URL for Firebase's SDKs: `scheme://google/link/?deep_link_id=…`.
    private func payload(in profile: AppProfile) -> LinkClaim.Evidence? {
        value("deep_link_id").flatMap { try? WebURL($0) }.map { .payload($0) }
    }

    /// The payload itself, as a site's own link opens the app: one that names who invites.
    private func invite(in profile: AppProfile) -> [LinkClaim.Evidence] {
        guard profile.inviteParameters.contains(where: { value($0) != nil }), let url = try? WebURL(text),
            profile.refusals(of: LinkSpec(link: url, prefix: profile.prefixes[0])).isEmpty
        else { return [] }
        return [.payload(url)]
    }

    private func value(_ name: String) -> String? {
        items.first { $0.name == name && !$0.value.isEmpty }?.value
    }
}

extension AppProfile {
    /// The payload's query item that names the inviter, by referral code or uid, unless the profile has
    /// others.
    package static let inviterParameter = "invitedby"

    /// A payload's names for the inviter, the most certain first.
    package func inviters(in link: WebURL) -> [String] {
        inviteParameters.compactMap { link.queryValue($0) }.filter { !$0.isEmpty }
    }

    /// Whether a host is the app's own: of its links, or of its site.
    func isOwn(host: String) -> Bool {
        host == inviteLink?.host || prefixes.contains { $0.host == host }
    }

    /// Whether a URL is of the app's own site.
    fileprivate func isOnSite(_ text: String) -> Bool {
        (try? URLSyntax(text, bytesMax: LongLink.bytesMax)).map { isOwn(host: $0.host) } ?? false
    }

    /// Nil where the App Links page has no path of its own.
    fileprivate var appLinksSegments: [String]? {
        appLinksPath.map { $0.split(separator: "/").map(String.init) }
    }

    /// Whether a URL's host is one of our links'.
    fileprivate func isOurs(_ text: String) -> Bool {
        guard let syntax = try? URLSyntax(text, bytesMax: LongLink.bytesMax) else { return false }
        return prefixes.contains { $0.host == syntax.host }
    }

    /// Whether a URL is of a scheme that opens one of the apps.
    fileprivate func hasScheme(of text: String) -> Bool {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let schemes =
            ios.flatMap { [$0.scheme, $0.bundleID] } + android.flatMap { [$0.scheme, $0.packageName] }
        return schemes.contains { $0.lowercased() == scheme }
    }

    /// The code that a URL of ours names: the link's, its preview's or its picture's.
    package func code(ofShortLink text: String) -> LinkCode? {
        guard let url = try? WebURL(text) else { return nil }
        return prefixes.lazy.compactMap { $0.code(of: url) }.first { !isReserved($0) }
    }

    /// A link that says no more than who invites, or where in the app it leads.
    package func spec(of evidence: LinkClaim.Evidence) -> LinkSpec? {
        switch evidence {
        case .payload(let url): LinkSpec(link: url, prefix: prefixes[0])
        case .referral(let code): inviteSpec(referralCode: code) ?? rootSpec(invitedBy: code)
        case .longLink(let parsed): parsed.spec
        case .click, .shortLink: nil
        }
    }

    /// For an app without an invite link.
    private func rootSpec(invitedBy code: ReferralCode) -> LinkSpec {
        let payload = prefixes[0].root.adding([(inviteParameters[0], code.description)])
        return LinkSpec(link: payload, prefix: prefixes[0])
    }
}

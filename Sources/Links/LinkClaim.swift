/// What an app brings to find the link it was installed through.
package struct LinkClaim: Equatable, Sendable {
    package var link: String?
    package var clickID: String?
    package var installReferrer: String?
    package var clipboard: String?
    package var device: Device
    /// The bundle id or package name; nil where the app doesn't say.
    package var bundleID: String?
    /// The hash of the claim's Idempotency-Key: coming again under it, a claim gets the click it got before.
    package var keyHash: [UInt8]?

    package init(device: Device) {
        self.device = device
    }

    package struct Device: Equatable, Sendable {
        package var platform: PlatformFamily
        package var osVersion: String?
        package var model: String?
        package var language: String?
        package var timezone: String?
        /// Such as `1179x2556`.
        package var screen: String?

        package init(platform: PlatformFamily) {
            self.platform = platform
        }
    }
}

extension LinkClaim {
    /// What the claim names for certain, in the order it is believed: the click id, the install referrer's,
    /// then a link of ours (given, or on the clipboard).
    package enum Evidence: Equatable, Sendable {
        case click(id: String)
        case shortLink(LinkCode)
        case longLink(LongLink.Parsed)
    }

    package func evidence(in profile: AppProfile) -> Evidence? {
        if let clickID, !clickID.isEmpty { return .click(id: clickID) }
        if let id = installReferrer.flatMap(Self.clickID(inReferrer:)) { return .click(id: id) }
        return link.flatMap { Self.evidence(ofLink: $0, in: profile) }
            ?? clipboard.flatMap { Self.evidence(ofLink: $0, in: profile) }
    }

    /// The install referrer is a query: `link_click_id=…&utm_source=…`.
    private static func clickID(inReferrer text: String) -> String? {
        PercentEncoding.items(of: text).first { $0.name == "link_click_id" && !$0.value.isEmpty }?.value
    }

    /// A URL that opened the app carries the click's id, be it of the app's own scheme; else it is a link of
    /// ours, short or long.
    private static func evidence(ofLink text: String, in profile: AppProfile) -> Evidence? {
        guard text.utf8.count <= LongLink.bytesMax else { return nil }
        let text = String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
        let head = text.prefix { $0 != "#" }
        let query = head.firstIndex(of: "?").map { head[$0...].dropFirst() } ?? ""
        let isOurs = profile.isOurs(text)
        if isOurs || profile.hasScheme(of: text), let id = clickID(inReferrer: String(query)) {
            return .click(id: id)
        }
        guard isOurs else { return nil }
        if let code = profile.code(ofShortLink: text) { return .shortLink(code) }
        guard let parsed = try? LongLink.parse(text), profile.prefixes.contains(parsed.spec.prefix) else {
            return nil
        }
        return .longLink(parsed)
    }
}

extension LinkClaim {
    /// Whether the app that claims may have been installed through a link: one that names it on its platform,
    /// or no app there.
    package func mayCome(through spec: LinkSpec) -> Bool {
        let named =
            switch device.platform {
            case .android: [spec.android.packageName]
            case .ios: [spec.ios.bundleID, spec.ios.ipadBundleID]
            case .desktop: [String?]()
            }
        guard let bundleID, named.contains(where: { $0 != nil }) else { return true }
        return named.contains(bundleID)
    }
}

extension AppProfile {
    /// Whether a URL is below one of our prefixes.
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

    /// The code that a URL of ours names.
    package func code(ofShortLink text: String) -> LinkCode? {
        guard let url = try? WebURL(text) else { return nil }
        return prefixes.lazy.compactMap { $0.code(of: url) }.first
    }
}

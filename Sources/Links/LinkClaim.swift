package import Values

/// An app's data to find the link that it was installed through.
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
        /// Such as `1179x2556`, in pixels or in points.
        package var screen: String?
        /// Pixels a point, such as `3`.
        package var scale: String?

        package init(platform: PlatformFamily) {
            self.platform = platform
        }
    }
}

extension LinkClaim {
    /// The links that a claim names.
    package enum Evidence: Equatable, Sendable {
        case click(id: String)
        case shortLink(LinkCode)
        case longLink(LongLink.Parsed)
        /// The inviter, named by a URL of ours that is no link.
        case referral(ReferralCode)
        /// Where a link leads in the app, without the link.
        case payload(WebURL)
    }

    /// By what a claim found what it found, as it is counted.
    package enum Means: String, Sendable, CaseIterable {
        case clickID = "click_id"
        case installReferrer = "install_referrer"
        case link
        case clipboard
        case device
        case none
    }

    /// The first that the claim names.
    package func evidence(in profile: AppProfile) -> Evidence? { brought(in: profile).first?.evidence }

    /// Whether the claim is a first open that names no link, so that its device may be matched. It has no
    /// link, no click id, also in the install referrer, and no URL of ours on the clipboard. All other claims
    /// say how the app was opened, and another player's click at that address has no part in it.
    package func namesNothing(in profile: AppProfile) -> Bool {
        let names = [link, clickID, installReferrer.flatMap(Self.clickID(inReferrer:))]
        return names.allSatisfy { $0?.isEmpty ?? true }
            && clipboard.map { !OpenedURL($0).isOfApp(in: profile) } ?? true
    }

    /// All links that the claim names, in order of trust: the click id, the install referrer's, then a link
    /// of ours (given, or on the clipboard). The next one counts if the previous is unknown.
    package func brought(in profile: AppProfile) -> [(means: Means, evidence: Evidence)] {
        var brought: [(Means, Evidence)] = []
        if let clickID, !clickID.isEmpty { brought.append((.clickID, .click(id: clickID))) }
        if let id = installReferrer.flatMap(Self.clickID(inReferrer:)) {
            brought.append((.installReferrer, .click(id: id)))
        }
        for (means, text) in [(Means.link, link), (.clipboard, clipboard)] {
            brought += text.map { OpenedURL($0).evidence(in: profile) }?.map { (means, $0) } ?? []
        }
        return brought
    }

    /// Whether the app has looked at the clipboard, and no link of ours was there.
    package func hasEmptyClipboard(in profile: AppProfile) -> Bool {
        clipboard.map { OpenedURL($0).evidence(in: profile).isEmpty } ?? false
    }

    /// The install referrer is a query: `link_click_id=…&utm_source=…`.
    private static func clickID(inReferrer text: String) -> String? {
        PercentEncoding.items(of: text).first { $0.name == "link_click_id" && !$0.value.isEmpty }?.value
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

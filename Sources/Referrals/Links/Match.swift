/// How surely an install belongs to a click.
package enum Match: String, Sendable {
    /// The app brought the click id, the install referrer or the link itself.
    case unique
    /// Exactly one unclaimed click fits the device.
    case `default`
    /// Several fit.
    case weak
    case none
}

/// What an app brings to find the link it was installed through.
package struct LinkClaim: Equatable, Sendable {
    package var link: String?
    package var clickID: String?
    package var installReferrer: String?
    package var clipboard: String?
    package var device: Device
    /// The bundle id or package name.
    package var bundleID: String?

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
        fatalError("H1")
    }
}

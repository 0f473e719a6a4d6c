internal import HTTP
package import JSON

/// A visitor of links: a device with an agent and an address.
package struct Opener: Sendable {
    package let agent: String
    package let address: String
    /// As the app says it in a claim.
    package let device: JSONValue

    package static func iphone(at address: String) -> Opener {
        Opener(
            agent: UserAgent.iPhone, address: address,
            device: ["platform": "ios", "os_version": "17.4.1", "model": "iPhone"])
    }

    /// In Facebook's own browser, which links of its posts open in.
    package static func iphoneInFacebook(at address: String) -> Opener {
        Opener(
            agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 "
                + "(KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.33.107;FBDV/iPhone14,2]",
            address: address, device: ["platform": "ios"])
    }

    /// One that asks for desktop sites, as iPads do by default.
    package static func ipad(at address: String) -> Opener {
        Opener(
            agent: UserAgent.iPadAsDesktop, address: address,
            device: ["platform": "ios", "os_version": "17.4.1", "model": "iPad"])
    }

    /// An iPad as it comes out of the box: nothing but its touch screen tells it from a Mac.
    package static func ipadInSafari(at address: String) -> Opener {
        Opener(
            agent: UserAgent.safariOnMacintosh, address: address,
            device: ["platform": "ios", "os_version": "17.4.1", "model": "iPad"])
    }

    package static func android(at address: String) -> Opener {
        Opener(
            agent: UserAgent.android, address: address,
            device: ["platform": "android", "os_version": "14", "model": "Pixel 8"])
    }

    package static func desktop(at address: String) -> Opener {
        Opener(agent: UserAgent.desktop, address: address, device: ["platform": "desktop"])
    }

    package static let facebookBot = Opener(
        agent: UserAgent.facebook, address: "173.252.1.1", device: ["platform": "desktop"])
}

internal import HTTP
internal import JSON
internal import Links

/// A device's data from Branch's SDKs, as a claim.
struct BranchDevice {
    private static let textCharactersMax = 8_192

    let body: BranchBody

    init(_ body: BranchBody) {
        self.body = body
    }

    func claim() throws(Problem) -> LinkClaim {
        var claim = LinkClaim(device: try device())
        claim.clickID = try first("link_identifier", "link_click_id")
        claim.link = try first("universal_link_url", "android_app_link_url", "external_intent_uri")
        claim.installReferrer = try first("install_referrer", "install_referrer_extras")
        claim.clipboard = try first("local_url")
        claim.bundleID = try first("ios_bundle_id", "package_name")
        return claim
    }

    private func device() throws(Problem) -> LinkClaim.Device {
        var device = LinkClaim.Device(platform: try platform())
        // Of Android Branch's SDKs say the API's number first.
        device.osVersion = try body.scalar(
            device.platform == .android ? "os_version_android" : "os_version")
        device.model = try body.text("model")
        device.language = try body.text("language")
        if let width = try body.scalar("screen_width"), let height = try body.scalar("screen_height") {
            device.screen = "\(width)x\(height)"
        }
        return device
    }

    private func platform() throws(Problem) -> PlatformFamily {
        switch try body.text("os")?.lowercased() {
        case "ios", "ipados", "iphone os": .ios
        case "android": .android
        default: .desktop
        }
    }

    private func first(_ names: String...) throws(Problem) -> String? {
        for name in names {
            if let text = try body.text(name, charactersMax: Self.textCharactersMax) { return text }
        }
        return nil
    }
}

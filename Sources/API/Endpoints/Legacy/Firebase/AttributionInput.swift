internal import HTTP
internal import Links

/// What Firebase's iOS SDK sends to find out through which link it was installed.
///
/// What is not known is passed over: SDKs differ by version, and send more than is looked at here. Numbers
/// come as numbers or as text, for protocol buffers write 64-bit integers as text.
struct AttributionInput: BodyInput {
    let claim: LinkClaim

    init(_ fields: inout Fields) throws(Problem) {
        var device = LinkClaim.Device(platform: .ios)
        device.osVersion = fields.text("iosVersion")
        if let value = fields.optionalJSON("device") {
            var nested = Fields(element: value, pointer: "/device")
            device.read(&nested)
        }
        var claim = LinkClaim(device: device)
        claim.bundleID = fields.text("bundleId") ?? fields.text("bundle_id")
        claim.link = fields.text("uniqueMatchLinkToCheck")
        self.claim = claim
    }
}

/// What the SDK sends when the system has opened the app through a link.
struct ReopenInput: BodyInput {
    let requestedLink: String

    init(_ fields: inout Fields) throws(Problem) {
        guard let link = fields.text("requestedLink") else {
            throw .field("/requestedLink", .required, "This field is needed.")
        }
        requestedLink = link
    }
}

extension LinkClaim.Device {
    fileprivate mutating func read(_ fields: inout Fields) {
        model = fields.text("deviceModelName")
        language = fields.text("languageCodeFromWebview") ?? fields.text("languageCode")
        timezone = fields.text("timezone")
        if let width = fields.text("screenResolutionWidth"),
            let height = fields.text("screenResolutionHeight")
        {
            screen = "\(width)x\(height)"
        }
    }
}

extension Fields {
    private static let charactersMax = 8_192

    /// Text or a number; nil for anything else, and for text that is empty or too long to mean anything.
    fileprivate mutating func text(_ name: String) -> String? {
        switch optionalJSON(name) {
        case .string(let text):
            text.isEmpty || text.utf8.count > Self.charactersMax || text.utf8.contains(0) ? nil : text
        case .integer(let number): String(number)
        default: nil
        }
    }
}

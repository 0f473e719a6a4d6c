internal import API
internal import HTTP
internal import JSON
internal import Links

/// The request of Firebase's iOS SDK for the link that it was installed through.
///
/// Unknown members are ignored: SDKs differ by version, and send more than is used here. Numbers come as
/// numbers or as text, because protocol buffers write 64-bit integers as text.
struct AttributionInput: BodyInput {
    let claim: LinkClaim

    static var schema: Schema {
        .object(
            "FirebaseInstallAttributionRequest",
            means: "The SDK's information. Unknown members, and those of another type, are ignored.",
            [
                "bundleId": .string(upTo: 65536).means("The app's bundle id.").nullableOptional,
                "iosVersion": .string(upTo: 65536).means("The system's version.").nullableOptional,
                "sdkVersion": .string(upTo: 65536).means("Ignored.").nullableOptional,
                "appInstallationTime": .integerOrText.means("Ignored.").nullableOptional,
                "retrievalMethod": .integerOrText.means("Ignored.").nullableOptional,
                "visualStyle": .integerOrText.means("Ignored.").nullableOptional,
                "uniqueMatchLinkToCheck": .string(upTo: 65536).means(
                    "A link that the SDK found on the clipboard."
                ).nullableOptional,
                "device": .firebaseDevice.means("For matching by the device if there is no link.")
                    .nullableOptional,
            ])
    }

    init(_ fields: inout Fields) throws(Problem) {
        var device = LinkClaim.Device(platform: .ios)
        device.osVersion = fields.text("iosVersion")
        if let value = fields.optionalJSON("device") {
            var nested = Fields(element: value, pointer: "/device")
            device.read(&nested)
        }
        var claim = LinkClaim(device: device)
        claim.bundleID = fields.text("bundleId") ?? fields.text("bundle_id")
        claim.clipboard = fields.text("uniqueMatchLinkToCheck")
        self.claim = claim
    }
}

/// The request of the SDK when the system has opened the app with a link.
struct ReopenInput: BodyInput {
    let requestedLink: String
    /// Whether an app asks: its SDK names it.
    let isOfApp: Bool

    static var schema: Schema {
        .object(
            "FirebaseReopenAttributionRequest",
            means: "The link that opened the app. Other members are ignored.",
            [
                "requestedLink": .string(1...8192).means("The link."),
                "bundleId": .string(upTo: 65536).means(
                    "The app's bundle id. Its presence shows that an app makes the call."
                ).nullableOptional,
                "sdkVersion": .string(upTo: 65536).means("Ignored.").nullableOptional,
            ])
    }

    init(_ fields: inout Fields) throws(Problem) {
        guard let link = fields.text("requestedLink") else {
            throw .field("/requestedLink", .required, "This field is required.")
        }
        requestedLink = link
        isOfApp = (fields.text("bundleId") ?? fields.text("bundle_id")) != nil
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

extension Schema {
    static var firebaseDevice: Schema {
        .object(
            "FirebaseDevice", means: "The SDK's information on the device.",
            [
                "deviceModelName": .string(upTo: 65536).means("Such as `iPhone15,2`.").nullableOptional,
                "languageCode": .string(upTo: 65536).means("Such as `en-US`.").nullableOptional,
                "languageCodeFromWebview": .string(upTo: 65536).means("Takes precedence.").nullableOptional,
                "languageCodeRaw": .string(upTo: 65536).means("Ignored.").nullableOptional,
                "screenResolutionWidth": .integerOrText.means("In pixels.").nullableOptional,
                "screenResolutionHeight": .integerOrText.means("In pixels.").nullableOptional,
                "timezone": .string(upTo: 65536).means("Such as `Europe/Berlin`.").nullableOptional,
            ])
    }
}

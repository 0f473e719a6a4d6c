internal import HTTP
internal import Links
internal import Service

/// Tells an app that was just installed, or opened, which link it came through.
struct ClaimLink: Endpoint {
    struct Input: EndpointInput {
        private static let evidenceLengths = 1...8192
        private static let deviceLengths = 1...128

        let claim: LinkClaim
        let idempotencyKey: IdempotencyKey?

        static var body: Route.Body { .json }

        static func read(_ request: Request) throws(Problem) -> Input {
            var fields = try request.fields()
            let claim = try claim(&fields)
            return Input(claim: claim, idempotencyKey: try IdempotencyKey.read(request))
        }

        private static func claim(_ fields: inout Fields) throws(Problem) -> LinkClaim {
            let link = fields.optionalString("link", length: evidenceLengths)
            let clickID = fields.optionalString("link_click_id", length: evidenceLengths)
            let referrer = fields.optionalString("install_referrer", length: 0...8192)
            let clipboard = fields.optionalString("clipboard", length: 0...8192)
            let bundleID = fields.optionalString("bundle_id", length: 1...255)
            let device = device(&fields)
            var claim = LinkClaim(device: try fields.finish(device))
            claim.link = link
            claim.clickID = clickID
            claim.installReferrer = referrer
            claim.clipboard = clipboard
            claim.bundleID = bundleID
            return claim
        }

        private static func device(_ fields: inout Fields) -> LinkClaim.Device? {
            guard fields.has("device") else {
                fields.note("device", .required, "This field is needed.")
                return nil
            }
            let device = fields.within("device") { fields -> LinkClaim.Device? in
                let platform = fields.value("platform", LinkValues.platform)
                let texts = ["os_version", "model", "language", "timezone", "screen"].map {
                    fields.optionalString($0, length: deviceLengths)
                }
                guard let platform else { return nil }
                var device = LinkClaim.Device(platform: platform)
                device.osVersion = texts[0]
                device.model = texts[1]
                device.language = texts[2]
                device.timezone = texts[3]
                device.screen = texts[4]
                return device
            }
            return device ?? nil
        }
    }

    let making: LinkMaking
    let pepper: Subkey

    func respond(to input: Input, on call: Call) async throws(Problem) -> ClaimReplyView {
        _ = try making.profile()
        var claim = input.claim
        claim.keyHash = input.idempotencyKey?.hash(pepper: pepper).bytes
        let reply = try await serving { () throws(ServiceError) in
            try making.limits.linkClaimsPerAddress.take(RateLimitKey(call.address))
            return try await making.links.claim(claim, from: call.address)
        }
        return ClaimReplyView(reply: reply, platform: input.claim.device.platform)
    }
}

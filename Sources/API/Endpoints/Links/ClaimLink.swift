internal import Crypto
internal import HTTP
internal import Invitations
internal import Limits
internal import Links

/// Tells an app that was just installed, or opened, which link it came through.
struct ClaimLink: Endpoint {
    struct Input: JSONInput {
        private static let evidenceLengths = 1...8192
        private static let deviceLengths = 1...128

        let claim: LinkClaim
        let idempotencyKey: IdempotencyKey?

        static var schema: Schema {
            .closed(
                "NewClaim", means: "What an app knows of how it was opened.",
                [
                    "link": .string(1...8192).means("The link that the app was opened with, short or long.")
                        .orNone,
                    "link_click_id": .string(1...8192).means(
                        "What the app was opened with as `link_click_id`."
                    ).orNone,
                    "install_referrer": .string(0...8192).means("What Play's Install Referrer API says.")
                        .orNone,
                    "clipboard": .string(0...8192).means(
                        "Text that may be a link; empty where the app has looked and found none."
                    ).orNone,
                    "device": .claimDevice,
                    "bundle_id": .string(1...255).means(
                        """
                        The app's bundle id or package name. Where the device alone must tell, clicks on \
                        links that name another app on its platform are passed over; what the app brings \
                        itself counts whatever the link names.
                        """
                    ).orNone,
                ])
        }

        static var parameters: [Parameter] {
            [
                .idempotencyKey(
                    """
                    A secret of the install's, such as the one that it signs up with. For 24 hours a claim \
                    that comes again under it gets the click that it got before. A weak match takes no \
                    click, and is judged afresh.
                    """)
            ]
        }

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
                device.scale = fields.optionalScale("scale").map { "\($0)" }
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
        try making.limits.linkClaimsPerAddress.take(RateLimitKey(call.address))
        let reply = try await serving { () throws(LinkError) in
            try await making.links.claim(claim, from: call.address)
        }
        return ClaimReplyView(
            reply: reply, longLink: reply.spec.map { making.longLink(of: $0, code: reply.code) },
            platform: input.claim.device.platform)
    }
}

extension ClaimLink {
    var operation: Operation {
        Operation(
            "claimLink", .links, "Find out which link an install came through",
            """
            Called once, when the app is first opened or opened by a link. A click is claimed once; send an \
            `Idempotency-Key` along, and a claim whose reply was lost can be sent again. Pass the `receipt` on to \
            `POST /v1/users` as `claim`, with the same `Idempotency-Key`.
            """
        )
        .takes([
            "install_referrer": "link_click_id=0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d&utm_source=email",
            "device": ["platform": "android", "os_version": "14", "model": "Pixel 8"],
            "bundle_id": "com.example.game",
        ])
        .gives(
            "The link, or `none`.",
            example: [
                "match": "unique",
                "link_click_id": "0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d",
                "link": [
                    "code": "nlAR8U4SlKRZw1cb2",
                    "short_link": "https://go.example.com/nlAR8U4SlKRZw1cb2",
                    "long_link":
                        "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin%3Finvitedby%3D7ZKQ4M9XTB",
                    "link": "https://example.com/join?invitedby=7ZKQ4M9XTB",
                    "data": ["level": 3],
                    "utm": [
                        "utm_source": "email",
                        "utm_medium": .null,
                        "utm_campaign": .null,
                        "utm_term": .null,
                        "utm_content": .null,
                        "gclid": .null,
                    ],
                    "min_version": .null,
                ],
                "invitation": [
                    "id": "nlAR8U4SlKRZw1cb2",
                    "referral_code": "7ZKQ4M9XTB",
                    "inviter": [
                        "full_name": "Anne Bonny",
                        "short_name": "Anne",
                        "image_url": "https://example.com/anne.png",
                    ],
                ],
                "receipt":
                    "cr_AJ3xM1kq2dM8S1eQYp0bDgGTjz5BAHoQmwITwtTV5qcAAAAAadq8gAAAAAAAAAAAXk0b8fK2m1r7cQmZt3Hn0w",
            ]
        )
        .refuses(.linksOff)
        .refuses(.tooManyRequests)
    }
}

extension Schema {
    static var claimDevice: Schema {
        .closed(
            "ClaimDevice", means: "For a guess where the app brings nothing better.",
            [
                "platform": .devicePlatform,
                "os_version": .string(1...128).means("Such as `17.4`.").orNone,
                "model": .string(1...128).means("Such as `Pixel 8`.").orNone,
                "language": .string(1...128).means("The first that its owner reads, such as `en-US`.").orNone,
                "timezone": .string(1...128).means("Such as `Europe/Berlin`.").orNone,
                "screen": .string(1...128).means("In pixels or in points, such as `1179x2556`.").orNone,
                "scale": .scale.means("Pixels a point, such as 3.").orNone,
            ])
    }

    static var devicePlatform: Schema {
        .named("DevicePlatform", .choice("ios", "android", "desktop").means("What kind of device it is."))
    }
}

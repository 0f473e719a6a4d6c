internal import Crypto
internal import HTTP
internal import Invitations
internal import JSON
internal import Limits
internal import Links

/// Tells an app that was just installed, or opened, which link it came through.
struct ClaimLink: Endpoint {
    struct Input: JSONInput {
        let claim: LinkClaim
        let idempotencyKey: IdempotencyKey?

        static var schema: Schema { form.schema }
        static var content: Content? { .json(schema, example: form.example) }

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
            return Input(claim: try form.read(&fields), idempotencyKey: try IdempotencyKey.read(request))
        }

        private static let form = RequestForm(
            "NewClaim", means: "What an app knows of how it was opened.",
            Field(
                optional: "link", .string(1...8192), "The link that the app was opened with, short or long."),
            Field(
                optional: "link_click_id", .string(1...8192),
                "What the app was opened with as `link_click_id`."),
            Field(
                optional: "install_referrer", .string(0...8192), "What Play's Install Referrer API says.",
                sample: "link_click_id=0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d&utm_source=email"),
            Field(
                optional: "clipboard", .string(0...8192),
                "Text that may be a link; empty where the app has looked and found none."),
            Field(
                "device", device,
                sample: ["platform": "android", "os_version": "14", "model": "Pixel 8"]),
            Field(
                optional: "bundle_id", .string(1...255),
                """
                The app's bundle id or package name. Where the device alone must tell, clicks on \
                links that name another app on its platform are passed over; what the app brings \
                itself counts whatever the link names.
                """, sample: "com.example.game")
        ) {
            var claim = LinkClaim(device: $4)
            (claim.link, claim.clickID, claim.installReferrer, claim.clipboard, claim.bundleID) = (
                $0, $1, $2, $3, $5
            )
            return claim
        }

        private static let device = RequestForm(
            "ClaimDevice", means: "For a guess where the app brings nothing better.",
            Field("platform", .devicePlatform),
            Field(optional: "os_version", .string(1...128), "Such as `17.4`."),
            Field(optional: "model", .string(1...128), "Such as `Pixel 8`."),
            Field(
                optional: "language", .string(1...128), "The first that its owner reads, such as `en-US`."),
            Field(optional: "timezone", .string(1...128), "Such as `Europe/Berlin`."),
            Field(optional: "screen", .string(1...128), "In pixels or in points, such as `1179x2556`."),
            Field(optional: "scale", .scale, "Pixels a point, such as 3.")
        ) {
            var device = LinkClaim.Device(platform: $0)
            (device.osVersion, device.model, device.language, device.timezone) = ($1, $2, $3, $4)
            (device.screen, device.scale) = ($5, $6.map { "\($0)" })
            return device
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

extension Codec where Value == PlatformFamily {
    fileprivate static var devicePlatform: Codec {
        Codec(.choice("ios", "android", "desktop"), text: \.rawValue, parse: LinkValues.platform).named(
            "DevicePlatform", "What kind of device it is.")
    }
}

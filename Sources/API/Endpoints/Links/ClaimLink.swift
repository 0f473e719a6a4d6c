internal import Crypto
internal import Forms
internal import HTTP
internal import Invitations
internal import JSON
internal import Limits
internal import Links

/// Tells an app that was just installed, or opened, which link it came through.
struct ClaimLink: RepeatableEndpoint {
    struct Input: JSONInput {
        let claim: LinkClaim
        let idempotencyKey: IdempotencyKey?

        static var schema: Schema { form.schema }
        static var content: Content? { .json(schema, example: form.example) }

        static var parameters: [Parameter] {
            [
                .idempotencyKey(
                    """
                    A secret of the install, such as the one that it signs up with. For 24 hours, claims \
                    with the same key return the same click. A weak match uses no click, and is matched \
                    again each time.
                    """)
            ]
        }

        static func read(_ request: Request) throws(Problem) -> Input {
            var fields = try request.fields()
            return Input(claim: try form.read(&fields), idempotencyKey: try IdempotencyKey.read(request))
        }

        private static let form = RequestForm(
            "NewClaim", means: "What the app knows about how it was opened.",
            Field(
                optional: "link", .string(1...8192),
                "The URL that opened the app. If it is no link of ours, there is no match."),
            Field(
                optional: "link_click_id", .string(1...8192),
                "The `link_click_id` that opened the app."),
            Field(
                optional: "install_referrer", .string(0...8192), "The text from Play's Install Referrer API.",
                sample: "link_click_id=0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d&utm_source=email"),
            Field(
                optional: "clipboard", .string(0...8192),
                "The clipboard's text, which may be a link; empty if the app looked and found none."),
            Field(
                "device", device,
                sample: ["platform": "android", "os_version": "14", "model": "Pixel 8"]),
            Field(
                optional: "bundle_id", .string(1...255),
                """
                The app's bundle id or package name. When only the device is matched, clicks on links of \
                another app on its platform are ignored. What the app sends itself counts for every link.
                """, sample: "com.example.game")
        ) {
            var claim = LinkClaim(device: $4)
            (claim.link, claim.clickID, claim.installReferrer, claim.clipboard, claim.bundleID) = (
                $0, $1, $2, $3, $5
            )
            return claim
        }

        private static let device = RequestForm(
            "ClaimDevice", means: "For matching by the device, if the claim names nothing.",
            Field("platform", .platform),
            Field(optional: "os_version", .string(1...128), "Such as `17.4`."),
            Field(optional: "model", .string(1...128), "Such as `Pixel 8`."),
            Field(
                optional: "language", .string(1...128), "The first language of its owner, such as `en-US`."),
            Field(optional: "timezone", .string(1...128), "Such as `Europe/Berlin`."),
            Field(optional: "screen", .string(1...128), "In pixels or in points, such as `1179x2556`."),
            Field(optional: "scale", .scale, "Pixels for each point, such as 3.")
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
        let reply = try await mappingErrors { () throws(LinkError) in
            try await making.links.claim(claim, from: call.address)
        }
        return ClaimReplyView(
            reply: reply, longLink: reply.spec.map { making.longLink(of: $0, code: reply.code) },
            platform: input.claim.device.platform)
    }
}

extension ClaimLink {
    var repeatable: [RepeatableCall] { [.claim] }

    var operation: Operation {
        Operation(
            "claimLink", .links, "Claim the link of an install",
            """
            Call it at the first start, and whenever a link opens the app. A click can be claimed once. With \
            an `Idempotency-Key`, a claim whose reply was lost can be repeated. The device is matched only if \
            the claim names nothing: no `link`, no click id, and no URL of the app or its domains on the \
            clipboard. Pass the `receipt` as `claim` to `POST /v1/users`, with the same `Idempotency-Key`, \
            or for a player who exists to `PUT /v1/users/me/referrer`.
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
                    "long_link": .string(
                        "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fjoin"
                            + "%3Finvitedby%3D7ZKQ4M9XTB"),
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
                "receipt": .string(
                    "cr_AJ3xM1kq2dM8S1eQYp0bDgGTjz5BAHoQmwITwtTV5qcAAAAAadq8gAAAAAAA"
                        + "AAAAXk0b8fK2m1r7cQmZt3Hn0w"),
            ]
        )
        .refuses(.linksOff)
        .refuses(.tooManyRequests)
    }
}

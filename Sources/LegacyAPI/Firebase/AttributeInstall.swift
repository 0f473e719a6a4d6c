internal import API
internal import EventLoops
internal import HTTP
internal import Invitations
internal import JSON
internal import Limits
internal import Links

/// Firebase's `POST /v1/installAttribution?key=`: the claim of a new install.
struct AttributeInstall: FirebaseEndpoint {
    struct Output: JSONOutput {
        let reply: ClaimReply
        let longLink: String?
        /// `IP_V4` or `IP_V6`: the SDK asks both ways and goes by this.
        let addressFamily: String

        static var schema: Schema {
            .object(
                "FirebaseInstallAttributionReply", means: "The link behind an install, in Firebase's form.",
                [
                    "attributionConfidence": .openChoice("UNIQUE", "DEFAULT", "WEAK").means(
                        "Absent without a match, like all members about the link."
                    ).optional,
                    "isStrongMatchExecutable": .boolean.means("Always false.").optional,
                    "matchMessage": .string(upTo: 1024).means("The reason for no match.").optional,
                    "requestIpVersion": .openChoice("IP_V4", "IP_V6").means("The IP version of the request."),
                ],
                and: DynamicLinkView.properties(isAlwaysFound: false, minimumVersion: "appMinimumVersion"))
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                if let spec = reply.spec, let longLink, let confidence {
                    DynamicLinkView(
                        spec: spec, code: reply.code, longLink: longLink, invitationID: reply.invitation?.id
                    ).encodeMembers(to: &writer, minimumVersion: "appMinimumVersion")
                    writer.member("attributionConfidence", confidence)
                    writer.member("isStrongMatchExecutable", false)
                } else {
                    writer.member("matchMessage", "No link was opened before this install.")
                }
                writer.member("requestIpVersion", addressFamily)
            }
        }

        private var confidence: String? {
            switch reply.match {
            case .unique: "UNIQUE"
            case .default: "DEFAULT"
            case .weak: "WEAK"
            case .none: nil
            }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: AttributionInput, on call: Call) async throws(Problem) -> Output {
        try await key.admit(call)
        try making.limits.linkClaimsPerAddress.take(RateLimitKey(call.address))
        let reply = try await mappingErrors { () throws(LinkError) in
            try await making.links.claim(input.claim, from: call.address)
        }
        return Output(
            reply: reply, longLink: reply.spec.map { making.longLink(of: $0, code: reply.code) },
            addressFamily: call.address.description.contains(":") ? "IP_V6" : "IP_V4")
    }
}

extension AttributeInstall {
    var operation: Operation {
        Operation(
            "attributeInstall", .legacy, "Firebase: attribute an install",
            "For the iOS SDK; see `POST /v1/links/claim`."
        )
        .takes(FirebaseKey.parameter)
        .takes([
            "bundleId": "com.example.game",
            "iosVersion": "17.4",
            "device": [
                "deviceModelName": "iPhone15,2",
                "languageCode": "en-US",
                "timezone": "Europe/Berlin",
                "screenResolutionWidth": "1179",
                "screenResolutionHeight": "2556",
            ],
        ])
        .gives(
            "In Firebase's form.",
            example: [
                "deepLink": "https://example.com/",
                "requestedLink": "https://go.example.com/abcd",
                "resolvedLink": "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F",
                "attributionConfidence": "DEFAULT",
                "isStrongMatchExecutable": false,
                "requestIpVersion": "IP_V4",
            ])
    }
}

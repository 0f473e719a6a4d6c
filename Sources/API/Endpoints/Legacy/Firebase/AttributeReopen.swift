internal import HTTP
internal import Links
internal import Service

/// Firebase's `POST /v1/reopenAttribution?key=`: what a link says that the system has opened the app through.
/// Nothing is claimed; the re-open is counted.
struct AttributeReopen: GuardedEndpoint {
    struct Output: JSONOutput {
        let view: DynamicLinkView

        static var schema: Schema {
            .object(
                "FirebaseReopenAttributionReply", means: "What a link says, as there.",
                [
                    "deepLink": .string(upTo: 262144).means("The payload."),
                    "requestedLink": .string(upTo: 262144).means("The link that was opened, short or long."),
                    "resolvedLink": .string(upTo: 262144).means("The same as a long link."),
                    "fallbackLink": .string(upTo: 262144).means("Where it leads without the app.").optional,
                    "invitationId": .string(upTo: 262144).means("Names the invitation.").optional,
                    "utmSource": .string(upTo: 262144).means("Where visitors come from.").optional,
                    "utmMedium": .string(upTo: 262144).means("By what means.").optional,
                    "utmCampaign": .string(upTo: 262144).means("Through which campaign.").optional,
                    "utmTerm": .string(upTo: 262144).means("Which words.").optional,
                    "utmContent": .string(upTo: 262144).means("Which of several.").optional,
                    "iosMinAppVersion": .string(upTo: 262144).means("Of the app, as the link asks.").optional,
                ])
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { view.encodeMembers(to: &$0, minimumVersion: "iosMinAppVersion") }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func admit(_ call: Call) async throws(Problem) {
        try await key.check(call)
    }

    func respond(to input: ReopenInput, on call: Call) async throws(Problem) -> Output {
        try await key.admit(call)
        let resolver = DynamicLinkResolver(making: making)
        return Output(view: try await resolver.view(of: input.requestedLink, isOpened: true))
    }
}

extension AttributeReopen {
    var operation: Operation {
        Operation(
            "attributeReopen", .legacy, "Firebase: what a link says that opened the app",
            "Nothing is claimed."
        )
        .takes(FirebaseKey.parameter)
        .takes([
            "requestedLink": "https://go.example.com/abcd",
            "bundleId": "com.example.game",
            "sdkVersion": "10.0.0",
        ])
        .gives(
            "As there.",
            example: [
                "deepLink": "https://example.com/",
                "requestedLink": "https://go.example.com/abcd",
                "resolvedLink": "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F",
            ])
    }
}

internal import API
internal import HTTP
internal import JSON
internal import Links

/// Firebase's `POST /v1/reopenAttribution?key=`: what a link says that the system has opened the app through.
/// Nothing is claimed; the re-open is counted.
struct AttributeReopen: FirebaseEndpoint {
    struct Output: JSONOutput {
        let view: DynamicLinkView

        static var schema: Schema {
            .object(
                "FirebaseReopenAttributionReply", means: "A link's content, in Branch's form.",
                DynamicLinkView.properties(isAlwaysFound: true, minimumVersion: "iosMinAppVersion"))
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { view.encodeMembers(to: &$0, minimumVersion: "iosMinAppVersion") }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: ReopenInput, on call: Call) async throws(Problem) -> Output {
        try await key.admit(call)
        let resolver = DynamicLinkResolver(making: making)
        return Output(view: try await resolver.view(of: input.requestedLink, isOpened: true))
    }
}

extension AttributeReopen {
    var operation: Operation {
        Operation(
            "attributeReopen", .legacy, "Firebase: attribute a reopen",
            "Nothing is claimed."
        )
        .takes(FirebaseKey.parameter)
        .takes([
            "requestedLink": "https://go.example.com/abcd",
            "bundleId": "com.example.game",
            "sdkVersion": "10.0.0",
        ])
        .gives(
            "In Firebase's form.",
            example: [
                "deepLink": "https://example.com/",
                "requestedLink": "https://go.example.com/abcd",
                "resolvedLink": "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F",
            ])
    }
}

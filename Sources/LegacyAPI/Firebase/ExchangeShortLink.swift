internal import API
internal import HTTP
internal import JSON

/// Firebase's `POST /v1/exchangeShortLink?key=`: the long link behind a short one. Nothing is claimed; where
/// an app asks, the re-open is counted.
struct ExchangeShortLink: FirebaseEndpoint {
    struct Output: JSONOutput {
        let view: DynamicLinkView

        static var schema: Schema {
            .object(
                "FirebaseExchangeReply", means: "The long link and its content, in Firebase's form.",
                ["longLink": .string(upTo: 262_144).means("The link's whole content, as parameters.")],
                and: DynamicLinkView.properties(isAlwaysFound: true, minimumVersion: "iosMinAppVersion"))
        }

        func encode(to writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("longLink", view.longLink)
                view.encodeMembers(to: &writer, minimumVersion: "iosMinAppVersion")
            }
        }
    }

    let key: FirebaseKey
    let making: LinkMaking

    func respond(to input: ReopenInput, on call: Call) async throws(Problem) -> Output {
        try await key.admit(call)
        let resolver = DynamicLinkResolver(making: making)
        return Output(view: try await resolver.view(of: input.requestedLink, isOpened: input.isOfApp))
    }
}

extension ExchangeShortLink {
    var operation: Operation {
        Operation(
            "exchangeShortLink", .legacy, "Firebase: resolve a short link", "Nothing is claimed."
        )
        .takes(FirebaseKey.parameter)
        .takes(["requestedLink": "https://go.example.com/abcd"])
        .gives(
            "In Firebase's form.",
            example: [
                "longLink": "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F",
                "deepLink": "https://example.com/",
                "requestedLink": "https://go.example.com/abcd",
                "resolvedLink": "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F",
            ])
    }
}

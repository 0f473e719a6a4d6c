internal import Forms
internal import JSON
internal import Referrals

/// The requests that webhooks get: one for each type of changes.
enum WebhookDescription {
    static func all(_ components: inout Components) -> JSONValue {
        .object(
            ChangeType.allCases.map { type in
                JSONMember(type.rawValue, ["post": post(type, &components)])
            })
    }

    private static func post(_ type: ChangeType, _ components: inout Components) -> JSONValue {
        let content = Content.json(ChangeView.schema(of: type), example: ChangeView.example(of: type))
        return .object([
            JSONMember("operationId", .string("on" + ChangeView.name(of: type))),
            JSONMember("tags", .array([.string(Tag.received.name)])),
            JSONMember("summary", .string("Receive `\(type.rawValue)`")),
            JSONMember(
                "description",
                "Signed as Standard Webhooks. Check the signature, ignore an id that you know, and reply."
            ),
            JSONMember("security", []),
            JSONMember("parameters", .array(headers.map { $0.json(&components) })),
            JSONMember(
                "requestBody",
                ["required": true, "content": .object([content.member(&components)])]),
            JSONMember("responses", responses),
        ])
    }

    private static let headers: [Parameter] = [
        .header("webhook-id", .uuid, "The change's id: the same in each attempt.", isRequired: true),
        .header("webhook-timestamp", .count, "When it was sent, in seconds since 1970.", isRequired: true),
        .header(
            "webhook-signature", .string(upTo: 1_024),
            "`v1,` and base64 of HMAC-SHA256, or `v1a,` and base64 of Ed25519's signature, of id, time and body, "
                + "with dots between. Several are separated by spaces; one that is right is enough.",
            isRequired: true),
    ]

    private static let responses: JSONValue = [
        "2XX": ["description": "The change was taken."],
        "410": ["description": "Nothing is wanted any more: the webhook is disabled."],
        "default": ["description": "The change is sent again later, nine times within four days."],
    ]
}

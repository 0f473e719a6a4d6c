internal import Delivery
internal import HTTP
internal import JSON
internal import Referrals

/// Makes a webhook, which gets all changes from the reply on.
struct MakeWebhook: Endpoint {
    struct Input: FormedInput {
        let terms: WebhookTerms
        let headers: [WebhookHeader]?

        static let form = RequestForm(
            "WebhookRequest", means: "What is sent, and where to.",
            Field(
                "url", .webhookURL,
                "With `https`. Its host must have a public address. `pull:` if the receiver asks for its deliveries.",
                sample: "https://game.example/hooks/shipmate"),
            Field("types", .webhookTypes, "`\"*\"` for all.", sample: ["reward.paid", "balance.changed"]),
            Field(optional: "match", .webhookMatch, "Only changes with these. Default: all."),
            Field(
                "description", .webhookDescription, or: "", "For people.", sample: "The game's back end"),
            Field("ordering", .webhookOrdering, or: WebhookOrdering.none, "Default: `none`."),
            Field("signature", .webhookSignature, or: .v1, "Default: `v1`."),
            Field(
                optional: "headers", .webhookHeaders,
                "For each request, such as `Authorization`."),
            Field(optional: "rate_per_second", .webhookRate, "Most requests a second. Default: no limit.")
        ) { url, types, match, description, ordering, signature, headers, rate in
            Input(
                terms: WebhookTerms(
                    url: url, types: types.types, match: match ?? WebhookMatch(), description: description,
                    isOrdered: ordering == WebhookOrdering.subject, signature: signature,
                    ratePerSecond: rate),
                headers: headers)
        }
    }

    let webhooks: WebhookService

    func respond(to input: Input, on call: Call) async throws(Problem) -> WebhookReply {
        let made = try await mappingErrors { () throws(WebhookError) in
            try await webhooks.create(
                input.terms, input.headers ?? [], by: call.actor)
        }
        return WebhookReply(webhook: made.webhook, secret: made.secret, status: 201)
    }
}

extension MakeWebhook {
    var operation: Operation {
        Operation(
            "makeWebhook", .delivery, "Create a webhook",
            """
            Changes that follow the reply are posted to the URL, signed as Standard Webhooks. The reply comes when \
            every process writes them, after up to three seconds. The secret is shown once. `webhooks` describes \
            the requests.
            """
        )
        .gives(201, "The webhook, and its secret.", .location, example: WebhookReply.example)
        .refuses("There are 100 webhooks.", WebhookError.tooMany.problem)
        .refuses(.noSuchMatch)
    }
}

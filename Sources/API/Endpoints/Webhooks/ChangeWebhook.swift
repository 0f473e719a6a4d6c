internal import Delivery
internal import HTTP
internal import JSON
internal import Referrals

/// Changes a webhook: what is left out stays, and null clears.
struct ChangeWebhook: Endpoint {
    struct Input: FormedInput {
        let patch: WebhookPatch

        static let form = RequestForm(
            "WebhookChange", means: "What is to be changed. What is left out stays; null means the default.",
            Field(optional: "url", .webhookURL, "Another origin gets another secret, and no headers."),
            Field(optional: "types", .webhookTypes, "`\"*\"` for all.", sample: "*"),
            Field.change("match", .webhookMatch, "Only changes with these; null for all."),
            Field.change("description", .webhookDescription, "For people."),
            Field(optional: "ordering", .webhookOrdering, "Whether a user's changes wait for each other."),
            Field(optional: "signature", .webhookSignature, "How requests are signed."),
            Field.change("headers", .webhookHeaders, "Instead of all before; null for none."),
            Field.change(
                "rate_per_second", .webhookRate, "Most requests a second; null for no limit.", sample: 50)
        ) { url, types, match, description, ordering, signature, headers, rate in
            var patch = WebhookPatch()
            patch.url = url
            if let types { patch.types = .some(types.types) }
            patch.match = match.map { $0 ?? WebhookMatch() }
            patch.description = description.map { $0 ?? "" }
            patch.isOrdered = ordering.map { $0 == .subject }
            patch.signature = signature
            patch.headers = headers.map { $0 ?? [] }
            patch.ratePerSecond = rate
            return Input(patch: patch)
        }
    }

    let webhooks: WebhookService

    func respond(to input: Input, on call: Call) async throws(Problem) -> WebhookReply {
        let id = try call.pathID()
        let changed = try await mappingErrors { () throws(WebhookError) in
            try await webhooks.change(id, by: input.patch, actor: call.actor)
        }
        return WebhookReply(webhook: changed.webhook, secret: changed.secret)
    }
}

extension ChangeWebhook {
    var operation: Operation {
        Operation(
            "changeWebhook", .delivery, "Change a webhook",
            """
            A URL of another origin (scheme, host and port) drops the headers, unless the call has new ones, and \
            makes another secret, which the reply has. The reply waits for up to five seconds \
            until requests to the former URL have ended; from then on none goes there.
            """
        )
        .takes(.webhookID)
        .gives("The webhook as it is now.", example: WebhookReply.shownExample)
        .refuses(.noWebhook, .noSuchMatch)
    }
}

extension Refusal {
    /// A mistyped `match`.
    static var noSuchMatch: Refusal {
        let unknown = WebhookMatchMistake.unknownCurrency(.piecesOfEight, nearest: .piecesOfEight)
        return Refusal(
            422,
            """
            Fields are invalid. Or no change has what `match` asks for: its currency or rule is unknown, and \
            `nearest` is the most similar name, or no type has such a member.
            """, [unknown.problem])
    }

    static var noWebhook: Refusal { Refusal(404, "There is no webhook with this id.", [.notFound]) }
}

extension Parameter {
    static var webhookID: Parameter { .path("id", .uuid, "Identifies the webhook.") }
}

internal import Delivery
internal import HTTP
internal import JSON

/// Deletes a webhook, and what is known of its deliveries.
struct RemoveWebhook: Endpoint {
    let webhooks: WebhookService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Response {
        let id = try call.pathID()
        try await mappingErrors { () throws(WebhookError) in
            try await webhooks.remove(id, by: call.actor)
        }
        return .noContent
    }
}

extension RemoveWebhook {
    var operation: Operation {
        Operation(
            "removeWebhook", .delivery, "Delete a webhook",
            "Requests that are under way end. Its deliveries are deleted soon after."
        )
        .takes(.webhookID)
        .gives(204, "The webhook is gone.")
        .refuses(.noWebhook)
    }
}

/// Gives a webhook another secret.
struct RotateWebhookSecret: Endpoint {
    let webhooks: WebhookService

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> WebhookReply {
        let id = try call.pathID()
        let rotated = try await mappingErrors { () throws(WebhookError) in
            try await webhooks.rotate(id, by: call.actor)
        }
        return WebhookReply(webhook: rotated.webhook, secret: rotated.secret)
    }
}

extension RotateWebhookSecret {
    var operation: Operation {
        Operation(
            "rotateWebhookSecret", .delivery, "Replace a webhook's secret",
            """
            For 24 hours requests have signatures by the former secret and key as well, so that the receiver can \
            change over without a gap.
            """
        )
        .takes(.webhookID)
        .gives("The webhook, with another secret and public key.", example: WebhookReply.example)
        .refuses(.noWebhook)
    }
}

/// Enables a webhook that was disabled.
struct EnableWebhook: Endpoint {
    let webhooks: WebhookService

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> WebhookReply {
        let id = try call.pathID()
        return WebhookReply(
            webhook: try await mappingErrors { () throws(WebhookError) in
                try await webhooks.enable(id, by: call.actor)
            })
    }
}

extension EnableWebhook {
    var operation: Operation {
        Operation(
            "enableWebhook", .delivery, "Enable a webhook",
            """
            It gets the changes from now on. What it missed is listed with the status `missed`, and can be \
            replayed. Enabling one that is enabled changes nothing.
            """
        )
        .takes(.webhookID)
        .gives("The webhook as it is now.", example: WebhookReply.shownExample)
        .refuses(.noWebhook)
    }
}

internal import Batching
internal import Delivery
internal import HTTP
internal import JSON
internal import Referrals

/// All webhooks.
struct ListWebhooks: Endpoint {
    struct Output: JSONOutput, Formed {
        let webhooks: [Webhook]

        static let form = Form<Self>("WebhookList", means: "All webhooks.") {
            Member("webhooks", { $0.webhooks.map(WebhookView.init) }, "Oldest first.")
        }
    }

    let webhooks: WebhookService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> Output {
        Output(
            webhooks: try await mappingErrors { () throws(InfrastructureError) in try await webhooks.all() })
    }
}

extension ListWebhooks {
    var operation: Operation {
        Operation("listWebhooks", .delivery, "List webhooks")
            .gives("All of them.", example: ["webhooks": [WebhookView.example]])
    }
}

/// One webhook.
struct ShowWebhook: Endpoint {
    let webhooks: WebhookService

    func respond(to input: NoInput, on call: Call) async throws(Problem) -> WebhookReply {
        let id = try call.pathID()
        return WebhookReply(
            webhook: try await mappingErrors { () throws(WebhookError) in try await webhooks.webhook(id) })
    }
}

extension ShowWebhook {
    var operation: Operation {
        Operation("showWebhook", .delivery, "Show a webhook")
            .takes(.webhookID)
            .gives("The webhook.", example: WebhookReply.shownExample)
            .refuses(.noWebhook)
    }
}

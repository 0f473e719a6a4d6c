internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Sends an example of a type to a webhook.
struct TestWebhook: Endpoint {
    struct Input: FormedInput {
        let type: ChangeType

        static let form = RequestForm(
            "WebhookTest", means: "The type to send an example of.",
            Field("type", .changeType, "One of those that `webhooks` describes.", sample: "reward.paid")
        ) { Input(type: $0) }
    }

    let webhooks: WebhookService

    func respond(to input: Input, on call: Call) async throws(Problem) -> DeliveryReply {
        let id = try call.pathID()
        let payload = ChangeDataForm.exampleText(of: input.type)
        return DeliveryReply(
            delivery: try await mappingErrors { () throws(WebhookError) in
                try await webhooks.test(id, input.type, payload: payload, by: call.actor)
            })
    }
}

extension TestWebhook {
    var operation: Operation {
        Operation(
            "testWebhook", .delivery, "Send a test to a webhook",
            """
            Sends the type's example from this description, also where the webhook doesn't ask for the type. \
            Nothing has happened: its `subject` is no user, and it has no `sequence`.
            """
        )
        .takes(.webhookID)
        .gives(202, "The delivery, which is sent at once.")
        .refuses(.noWebhook)
        .refuses("The webhook is disabled.", WebhookError.disabled.problem)
    }
}

extension Codec where Value == ChangeType {
    fileprivate static var changeType: Codec {
        Codec(
            .changeName, text: \.rawValue,
            parse: { (text) throws(FieldError) in
                guard let type = ChangeType(rawValue: text) else {
                    throw FieldError(.invalid, "There is no type of changes named \(text.prefix(64)).")
                }
                return type
            })
    }
}

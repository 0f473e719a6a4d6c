internal import Batching
internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// A page of a webhook's deliveries.
struct ListDeliveries: Endpoint {
    struct Input: FormedQuery {
        let state: DeliveryState?
        let page: PageInput

        static let form = RequestForm(
            query: Field(optional: "status", .deliveryState, "Only deliveries of this status."), .page
        ) { Input(state: $0, page: $1) }
    }

    struct Output: JSONOutput, Formed {
        let page: Page<WebhookDelivery, Int64>

        static let form = Form<Self>("DeliveriesPage", means: "A page of a webhook's deliveries.") {
            Member("deliveries", { $0.page.items.map(DeliveryView.init) }, "Newest first.")
            Member(nextCursor: { $0.page.next.map { String($0) } })
        }
    }

    let webhooks: WebhookService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let id = try call.pathID()
        let cursor = try input.page.numberCursor()
        return Output(
            page: try await mappingErrors { () throws(WebhookError) in
                try await webhooks.deliveries(
                    of: id, state: input.state, before: cursor, limit: input.page.limit)
            })
    }
}

extension ListDeliveries {
    var operation: Operation {
        Operation(
            "listDeliveries", .delivery, "List a webhook's deliveries",
            "They are kept as long as changes. A change that waits for its first attempt isn't listed yet."
        )
        .takes(.webhookID)
        .gives(
            "A page, newest first.",
            example: ["deliveries": [DeliveryView.example], "next_cursor": .null]
        )
        .refuses(.noWebhook)
    }
}

extension Codec where Value == DeliveryState {
    fileprivate static var deliveryState: Codec { .choice("pending", "delivered", "failed", "missed") }
}

/// Sends a delivery again.
struct ResendDelivery: Endpoint {
    let webhooks: WebhookService

    func respond(to input: NoFields, on call: Call) async throws(Problem) -> DeliveryReply {
        let id = try call.pathID()
        guard let delivery = call.request.parameter("delivery").flatMap(ChangeCursor.init(text:)) else {
            throw .notFound
        }
        return DeliveryReply(
            delivery: try await mappingErrors { () throws(WebhookError) in
                try await webhooks.resend(delivery, of: id, by: call.actor)
            })
    }
}

extension ResendDelivery {
    var operation: Operation {
        Operation(
            "resendDelivery", .delivery, "Send a delivery again",
            "With the same `webhook-id`, behind new changes, and at most 100 a second."
        )
        .takes(.webhookID, .path("delivery", .string(upTo: 64).example("1042.20778"), "The delivery's id."))
        .gives(202, "The delivery, which is sent soon.")
        .refuses("There is no webhook with this id, or no such delivery.", .notFound)
        .refuses("The webhook is disabled.", WebhookError.disabled.problem)
    }
}

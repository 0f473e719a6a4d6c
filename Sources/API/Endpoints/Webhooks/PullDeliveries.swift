internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals

/// Hands out deliveries to a receiver that no request can reach, and records their results.
struct PullDeliveries: Endpoint {
    struct Input: FormedInput {
        let waitSeconds: Int64
        let results: [PulledResult]

        static let form = RequestForm(
            "WebhookPull", means: "How long to wait, and the results of earlier deliveries.",
            Field(
                "wait", .integer(0...25), or: 0, "Seconds to wait for a delivery if there is none.",
                sample: 25),
            Field(
                "results", .array(of: .pulledResult, count: 0...PulledResult.countMax), or: [],
                "Of deliveries that an earlier call has handed out.",
                sample: [["delivery": "1042.20778", "response_status": 204]])
        ) { Input(waitSeconds: $0, results: $1) }
    }

    struct Output: JSONOutput, Formed {
        let deliveries: [PulledDelivery]

        static let form = Form<Self>("PulledDeliveries", means: "Deliveries, in order.") {
            Member(
                "deliveries", { $0.deliveries.map(PulledDeliveryView.init) }, "At most 32.",
                sample: [PulledDeliveryView.example])
        }
    }

    let puller: WebhookPuller

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let id = try call.pathID()
        return Output(
            deliveries: try await mappingErrors { () throws(WebhookError) in
                try await puller.pull(
                    id, results: input.results, waitingMilliseconds: Int(input.waitSeconds) * 1_000)
            })
    }
}

extension PullDeliveries {
    var operation: Operation {
        Operation(
            "pullDeliveries", .delivery, "Pull a webhook's deliveries",
            """
            For a webhook whose `url` is `pull:`, as `shipmate listen` makes one. A delivery is handed out again if \
            its result isn't known within ten minutes. A later call ends an earlier one. Tests, \
            resends and replays come as well. `ordering` and `rate_per_second` have no effect. A webhook that \
            isn't pulled for an hour is deleted.
            """
        )
        .takes(.webhookID)
        .gives("Deliveries; none if there is nothing new.")
        .refuses(.noWebhook)
        .refuses("The webhook's `url` isn't `pull:`.", WebhookError.notPulled.problem)
    }
}

/// A delivery, and the parts of its request.
private struct PulledDeliveryView: Formed {
    let delivery: PulledDelivery

    static let form = Form<Self>("PulledDelivery", means: "A delivery, signed as a request would be.") {
        Member("delivery", { DeliveryView(row: $0.delivery.row) }, sample: DeliveryView.example)
        Member(
            "headers", as: .map(of: .string(upTo: 4_096)), "The request's headers, with its signature.",
            sample: [
                "Content-Type": "application/json",
                "webhook-id": "01938f3e-9f20-7e51-8d33-0b1c2d3e4f60", "webhook-timestamp": "1795349100",
                "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
            ]
        ) { view, writer in
            writer.object {
                for header in view.delivery.headers { $0.member(dynamic: header.name, header.value) }
            }
        }
        Member(
            "body", .string(upTo: 65_536), \.delivery.body, "The request's body, whose bytes are signed.",
            sample: "{\"type\":\"user.created\"}")
    }
}

extension Codec where Value == PulledResult {
    fileprivate static var pulledResult: Codec {
        let form = RequestForm(
            "PulledResult", means: "The result of a delivery.",
            Field("delivery", .changeCursor, "The delivery's id.", sample: "1042.20778"),
            Field(
                optional: "response_status", .integer(100...999),
                "HTTP's status of the reply. Default: no reply."
            ),
            Field(optional: "failure", .string(upTo: 1_024), "Why there was no reply.")
        ) { PulledResult($0, status: $1.map { Int32($0) }, failure: $2) }
        return Codec(
            form.schema, write: { $1.string($0.delivery.text) }, read: { $1.object($0, form.readWithin) })
    }
}

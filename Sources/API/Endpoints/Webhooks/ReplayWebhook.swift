internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// Sends the changes of a span of time again.
struct ReplayWebhook: Endpoint {
    struct Input: BodyInput {
        let from: Timestamp
        let until: Timestamp
        let types: [ChangeType]?

        private static let form = RequestForm(
            "WebhookReplayRequest", means: "Which changes are sent again.",
            Field("from", .time, "Changes at this time or later.", sample: "2026-11-20T00:00:00.000Z"),
            Field("until", .time, "Changes before this time.", sample: "2026-11-21T00:00:00.000Z"),
            Field(optional: "types", .webhookTypes, "Default: those of the webhook.")
        ) { Input(from: $0, until: $1, types: $2?.types) }

        static var schema: Schema { form.schema }
        static var content: Content? { .json(form.schema, example: form.example) }

        private init(from: Timestamp, until: Timestamp, types: [ChangeType]?) {
            (self.from, self.until, self.types) = (from, until, types)
        }

        init(_ fields: inout Fields) throws(Problem) {
            let input = Self.form.readWithin(&fields)
            if let input, input.until <= input.from {
                fields.note("until", .outOfRange, "The end is before the start.")
            }
            self = try fields.finish(input)
        }
    }

    struct Output: JSONOutput, Formed {
        let replay: WebhookReplay
        var status: Int { 202 }

        static let form = Form<Self>("WebhookReplayReply", means: "A replay.") {
            Member("replay", { ReplayView(replay: $0.replay) })
        }
    }

    let webhooks: WebhookService

    func respond(to input: Input, on call: Call) async throws(Problem) -> Output {
        let id = try call.pathID()
        return Output(
            replay: try await mappingErrors { () throws(WebhookError) in
                try await webhooks.replay(
                    id, from: input.from, until: input.until, types: input.types, by: call.actor)
            })
    }
}

extension ReplayWebhook {
    var operation: Operation {
        Operation(
            "replayWebhook", .delivery, "Replay changes to a webhook",
            """
            Sends the changes of that time that are still kept and match the webhook, in order and with the same \
            `webhook-id`. They go behind new changes, at most 100 a second. Those that are still to be sent are \
            left out.
            """
        )
        .takes(.webhookID)
        .gives(202, "The replay, which any process may carry out.")
        .refuses(.noWebhook)
        .refuses(
            "The webhook is disabled, or has ten replays under way.", WebhookError.disabled.problem,
            WebhookError.tooManyReplays.problem)
    }
}

private struct ReplayView: Formed {
    let replay: WebhookReplay

    static let form = Form<Self>("WebhookReplay", means: "Changes that are sent again.") {
        Member(
            "id", .uuid, \.replay.id, "Identifies the replay.", sample: "01938f3e-9f20-7e51-8d33-0b1c2d3e4f62"
        )
        Member(
            "from", .time, \.replay.from, "Changes at this time or later.", sample: "2026-11-20T00:00:00.000Z"
        )
        Member(
            "until", .time, \.replay.until, "Changes before this time.", sample: "2026-11-21T00:00:00.000Z")
        Member(
            "created_at", .time, \.replay.createdAt, "When it was asked for.",
            sample: "2026-11-21T12:00:00.000Z")
    }
}

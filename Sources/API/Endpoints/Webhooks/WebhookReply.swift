internal import Crypto
internal import Delivery
internal import Forms
internal import HTTP
internal import JSON
internal import Referrals
internal import Values

/// A webhook, without its secret; values of headers are masked.
struct WebhookView: Formed {
    let webhook: Webhook

    static let form = Form<Self>(
        "Webhook", means: "A receiver that changes are sent to.", showsExample: false
    ) {
        Member(
            "id", .uuid, \.webhook.id, "Identifies the webhook.",
            sample: "01938f3e-9f20-7e51-8d33-0b1c2d3e4f61")
        Member(
            "url", .webhookURL, \.webhook.terms.url,
            "Where changes are posted; `pull:` if the receiver asks for them.",
            sample: "https://game.example/hooks/shipmate")
        Member(
            "types", .shownTypes, { WebhookTypes(types: $0.webhook.terms.types) },
            "Which changes; `*` for all.",
            sample: ["reward.paid", "balance.changed"])
        Member(
            "match", .shownMatch, \.webhook.terms.match, "Only changes with these.",
            sample: ["currency": "pieces_of_eight", "rule": .null, "min_amount": .null])
        Member(
            "description", .webhookDescription, \.webhook.terms.description, "For people.",
            sample: "The game's back end")
        Member(
            "ordering", .shownOrdering, { $0.webhook.terms.isOrdered ? .subject : .none },
            "Whether a user's changes wait for each other.", sample: "none")
        Member(
            "signature", .shownSignature, \.webhook.terms.signature, "How requests are signed.",
            sample: "v1")
        Member(
            "public_key", .string(upTo: 128), \.webhook.secrets.publicKey,
            "Checks signatures of the kind `v1a`.",
            sample: "whpk_v5Q1zJ6xq3O8mN0c2u5y7r9t1w3e5a7s9d1f3g5h7j8=")
        Member(
            "headers", as: .map(of: .string(upTo: 4_096)),
            "Names of the request's own headers; values are masked.",
            sample: ["Authorization": "***"]
        ) { view, writer in
            writer.object { for name in view.webhook.secrets.headerNames { $0.member(dynamic: name, "***") } }
        }
        Member(
            "rate_per_second", .webhookRate, orNull: \.webhook.terms.ratePerSecond,
            "Most requests a second; null for no limit.", sample: .null)
        Member(
            "enabled", .boolean, { $0.webhook.state == .enabled }, "Whether changes are sent.", sample: true)
        Member(
            "disabled_because", .string(upTo: 200), orNull: \.webhook.disabledBecause,
            "Why it sends nothing; null while it is enabled.", sample: .null)
        Member(
            "failing_since", .time, orNull: \.webhook.progress.failingSince,
            "The first failure since the last delivery; null without one.", sample: .null)
        Member(
            "created_at", .time, \.webhook.createdAt, "When it was created.",
            sample: "2026-11-21T12:00:00.000Z")
    }
}

/// A webhook, and its secret where it is new.
struct WebhookReply: JSONOutput, Formed {
    let webhook: Webhook
    var secret: WebhookSecret?
    var status = 200

    static let form = Form<Self>("WebhookReply", means: "A webhook.") {
        Member("webhook", { WebhookView(webhook: $0.webhook) }, sample: WebhookView.example)
        Member(
            "secret", .string(upTo: 128), ifAny: { $0.secret?.text },
            "Checks signatures of the kind `v1`. Shown only when it is made.",
            sample: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3g5t7h9j1k0=")
    }

    var headers: [ResponseHeader] {
        status == 201 ? [ResponseHeader(.location, "/v1/admin/webhooks/\(webhook.id.lowercaseText)")] : []
    }

    /// Without a secret.
    static var shownExample: JSONValue { ["webhook": WebhookView.example] }
}

/// A change for a webhook, and the result of sending it.
struct DeliveryView: Formed {
    let row: WebhookDelivery

    static let form = Form<Self>("Delivery", means: "A change for a webhook.") {
        Member("id", .string(upTo: 64), \.row.cursor.text, "Identifies the delivery.", sample: "1042.20778")
        Member(
            "change", .uuid, \.row.change, "The change's id, and the request's `webhook-id`.",
            sample: "01938f3e-9f20-7e51-8d33-0b1c2d3e4f60")
        Member("type", .string(upTo: 64), \.row.type, "The change's type.", sample: "balance.changed")
        Member(
            "subject", .uid, orNull: \.row.subject, "The change's subject; null without one.",
            sample: "01938f3e-5a00-7c3d-8f21-6a1b0c9d2e41")
        Member(
            "status", .openChoice("pending", "delivered", "failed", "missed"), \.row.state,
            "`failed`: given up. `missed`: its time came while the webhook was disabled.", sample: "pending")
        Member("attempts", .count, { Int64($0.row.attempts) }, "How often it was sent.", sample: 1)
        Member(
            "created_at", .time, \.row.createdAt, "When it was first to be sent.",
            sample: "2026-11-21T12:05:00.000Z")
        Member(
            "next_attempt_at", .time, orNull: \.row.dueAt,
            "When it is sent again; null if it isn't, or waits for another of its subject.",
            sample: "2026-11-21T12:05:05.000Z")
        Member(
            "attempted_at", .time, orNull: \.row.attempt?.at, "The last attempt; null before the first.",
            sample: "2026-11-21T12:05:00.000Z")
        Member(
            "response_status", .count, orNull: { $0.row.attempt?.status.map { Int64($0) } },
            "HTTP's status of the last reply; null without a reply.", sample: 503)
        Member(
            "failure", .string(upTo: 1_024), orNull: \.row.attempt?.failure,
            "Why there was no reply; null otherwise.",
            sample: .null)
        Member(
            "response", .string(upTo: 4_096), orNull: \.row.attempt?.reply,
            "The first KiB of the last reply.",
            sample: "Down for maintenance")
    }
}

struct DeliveryReply: JSONOutput, Formed {
    let delivery: WebhookDelivery
    var status: Int { 202 }

    static let form = Form<Self>("DeliveryReply", means: "A delivery that is to be sent.") {
        Member("delivery", { DeliveryView(row: $0.delivery) })
    }
}

package import Delivery
package import HTTP
internal import JSON

extension ProblemType {
    static let delivery = [
        changesOff, changesGone, webhookDisabled, webhookNotPulled, tooManyWebhooks, tooManyReplays,
        exportUnderWay,
    ]

    static let changesOff = ProblemType(
        409, "changes-off", "The feed is off.",
        meaning: "Only changes that a webhook or a stream needs are written, so the feed would have gaps.",
        remedy: "The operator sets `SHIPMATE_CHANGES=on`, or a webhook asks for all types.")

    static let changesGone = ProblemType(
        410, "changes-gone", "The feed has no complete list of changes after the cursor.",
        meaning: """
            The reader was away for longer than changes are kept. Or the cursor is ahead of the last change, \
            as after the database was restored to an earlier moment.
            """,
        remedy: """
            Read a full copy by `GET /v1/admin/export`, and go on from the cursor that it gives; or continue \
            after `oldest_cursor`, and miss what is gone.
            """)

    static let webhookDisabled = ProblemType(
        409, "webhook-disabled", "The webhook is disabled.",
        meaning: "It sends nothing, because its receiver failed for days, or replied with 410.",
        remedy: "Repair the receiver, and enable the webhook.")

    static let webhookNotPulled = ProblemType(
        409, "webhook-not-pulled", "The webhook sends to its URL.",
        meaning: "Deliveries are handed out only for a webhook whose `url` is `pull:`.",
        remedy: "Make a webhook whose `url` is `pull:`, and pull that.")

    static let tooManyWebhooks = ProblemType(
        409, "too-many-webhooks", "There are as many webhooks as there may be.",
        meaning: "An installation has at most 100 webhooks.",
        remedy: "Delete one that isn't needed, or send more types to one webhook.")

    static let tooManyReplays = ProblemType(
        409, "too-many-replays", "The webhook has as many replays as it may have.",
        meaning: "At most 10 replays of a webhook wait or are under way.",
        remedy: "Wait until one has ended.")

    static let exportUnderWay = ProblemType(
        503, "export-under-way", "Another export is under way.",
        meaning: "Each thread of a server runs one export at a time, and this one runs another.",
        remedy: "Wait for the seconds in `Retry-After`, and repeat the call. Wait longer after each try.")
}

extension Problem {
    static var exportUnderWay: Problem {
        Problem(of: .exportUnderWay, headers: [ResponseHeader(.retryAfter, "5")])
    }
}

extension ChangeFeedError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .off: Problem(of: .changesOff)
        case .gone(let oldest):
            Problem(
                of: .changesGone, detail: "Changes after the cursor are no longer kept.",
                extensions: [JSONMember("oldest_cursor", .string(oldest.text))])
        case .ahead(let oldest):
            Problem(
                of: .changesGone,
                detail: """
                    The cursor is ahead of the last change. The database may have been restored to an \
                    earlier moment.
                    """,
                extensions: [JSONMember("oldest_cursor", .string(oldest.text))])
        }
    }
}

extension WebhookError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unavailable: .unavailable
        case .internalError: .internalError
        case .notFound, .deliveryNotFound: .notFound
        case .url(let detail): .field("/url", .invalid, detail)
        case .headers(let detail): .field("/headers", .invalid, detail)
        case .match(let mistake): mistake.problem
        case .tooMany: Problem(of: .tooManyWebhooks)
        case .disabled: Problem(of: .webhookDisabled)
        case .notPulled: Problem(of: .webhookNotPulled)
        case .tooManyReplays: Problem(of: .tooManyReplays)
        // Calls name neither a version nor an id.
        case .changedMeanwhile, .repeated: .internalError
        }
    }
}

extension WebhookMatchMistake: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknownCurrency(let currency, let nearest): return .unknownCurrency(currency, nearest: nearest)
        case .unknownRule(_, let nearest):
            var problem = Problem.field("/match/rule", .invalid, text)
            if let nearest { problem.extensions = [JSONMember("nearest", .string(nearest))] }
            return problem
        case .neverPresent(let member): return .field("/match/\(member)", .invalid, text)
        }
    }
}

internal import Batching
internal import Crypto
internal import Delivery
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// All webhooks, with their state.
struct WebhooksView: ConsoleView {
    let path = "/admin/webhooks"
    let right = Right.seeWebhooks
    let section: Section? = .webhooks

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let webhooks = try await reading { () throws(InfrastructureError) in
            try await visit.services.webhooks.all()
        }
        let titles: [Word] = [.webhook, .url, .state, .failingSince, .types, .created]
        var table = Table("webhooks", titles.map { words[$0] }, empty: words[.noWebhooks])
        table.filePath = visit.address(["format": "csv"])
        table.rows = webhooks.map { webhook in
            [
                .link(
                    webhook.terms.description.isEmpty
                        ? webhook.id.lowercaseText : webhook.terms.description,
                    path: "/admin/webhooks/\(webhook.id.lowercaseText)"),
                .foreign(webhook.terms.url), webhook.stateCell(words),
                .ifAny(webhook.progress.failingSince), .text(webhook.typesText(words)),
                .time(webhook.createdAt),
            ]
        }
        let filled = table
        return .page(title: words[.webhooks], tables: [table]) { filled.write(to: &$0, words) }
    }
}

/// A webhook and its deliveries, newest first.
struct WebhookDetailView: ConsoleView {
    let path = "/admin/webhooks/{id}"
    let right = Right.seeWebhooks
    let section: Section? = .webhooks

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (id, words) = (try visit.pathID(), visit.words)
        let webhook = try await reading { () throws(WebhookError) in
            try await visit.services.webhooks.webhook(id)
        }
        let table = try await deliveries(of: id, visit)
        return .page(title: words[.webhook], tables: [table]) { writer in
            writer.facts(
                [
                    (words[.url], .foreign(webhook.terms.url)), (words[.state], webhook.stateCell(words)),
                    (words[.reason], .ifAny(webhook.disabledBecause)),
                    (words[.failingSince], .ifAny(webhook.progress.failingSince)),
                    (words[.types], .text(webhook.typesText(words))),
                    (words[.created], .time(webhook.createdAt)), (words[.id], .code(id.lowercaseText)),
                ], words)
            writer.section(words[.deliveries]) { writer in
                filter(visit, id, &writer)
                table.write(to: &writer, words)
            }
        }
    }

    private func deliveries(of id: UUID, _ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        let state = visit.item("state").flatMap(DeliveryState.init(rawValue:))
        let titles: [Word] = [.created, .change, .player, .state, .attempts, .reply, .nextAttempt]
        return try await visit.fill(
            Table("deliveries", titles.map { words[$0] }, empty: words[.noDeliveries]),
            cursor: { Int64($0) }, text: { String($0) }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(WebhookError) in
                try await visit.services.webhooks.deliveries(
                    of: id, state: state, before: cursor, limit: limit)
            }
        } row: { delivery in
            [
                .time(delivery.createdAt), .code(delivery.type), .player(delivery.subject),
                .badge(words[.delivery(delivery.state)], delivery.state.tone),
                .number(Int64(delivery.attempts)),
                .ifAny(delivery.attempt.flatMap { $0.status.map { String($0) } ?? $0.failure }),
                .ifAny(delivery.dueAt),
            ]
        }
    }

    private func filter(_ visit: Visit, _ id: UUID, _ writer: inout HTMLWriter) {
        let words = visit.words
        writer.filter("/admin/webhooks/\(id.lowercaseText)", words) { writer in
            writer.choice(
                words[.state], name: "state",
                [("", words[.all])] + DeliveryState.allCases.map { ($0.rawValue, words[.delivery($0)]) },
                chosen: visit.item("state"))
        }
    }
}

extension Webhook {
    fileprivate func stateCell(_ words: Words) -> Cell {
        if state != .enabled { return .badge(words[.disabled], .bad) }
        return progress.failingSince == nil
            ? .badge(words[.enabled], .good) : .badge(words[.failing], .warning)
    }

    fileprivate func typesText(_ words: Words) -> String {
        terms.types.map { $0.map(\.rawValue).joined(separator: ", ") } ?? words[.all]
    }
}

extension DeliveryState {
    fileprivate var tone: Cell.Tone {
        switch self {
        case .delivered: .good
        case .pending: .quiet
        case .failed, .missed: .bad
        }
    }
}

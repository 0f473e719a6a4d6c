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
                    webhook.name, path: webhook.page),
                .foreign(webhook.terms.url), webhook.stateCell(words),
                .ifAny(webhook.progress.failingSince), .text(webhook.typesText(words)),
                .time(webhook.createdAt),
            ]
        }
        let filled = table
        return .page(title: words[.webhooks], tables: [table]) { writer in
            if visit.may(.editWebhooks) {
                writer.element("div", [.text("class", "buttons")]) {
                    $0.link(words[.newWebhook], to: "/admin/new-webhook", class: "button")
                }
            }
            filled.write(to: &writer, words)
        }
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
        return .page(title: webhook.name, tables: [table]) { writer in
            writer.facts(
                [
                    (words[.url], .foreign(webhook.terms.url)), (words[.state], webhook.stateCell(words)),
                    (words[.reason], .ifAny(webhook.disabledBecause)),
                    (words[.failingSince], .ifAny(webhook.progress.failingSince)),
                    (words[.types], .text(webhook.typesText(words))),
                    (words[.created], .time(webhook.createdAt)), (words[.id], .code(id.lowercaseText)),
                ], words)
            writeActions(webhook, visit, &writer)
            writer.section(words[.deliveries]) { writer in
                filter(visit, id, &writer)
                table.write(to: &writer, words)
            }
        }
    }

    private func deliveries(of id: UUID, _ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        let state = visit.item("state").flatMap(DeliveryState.init(rawValue:))
        let titles: [Word] = [.created, .change, .player, .state, .attempts, .reply, .nextAttempt, .action]
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
                .ifAny(delivery.dueAt), resending(delivery, of: id, visit),
            ]
        }
    }

    private func resending(_ delivery: WebhookDelivery, of id: UUID, _ visit: Visit) -> Cell {
        guard visit.may(.sendWebhooks), delivery.state != .pending else { return .none }
        let cursor = "position=\(delivery.cursor.position)&day=\(delivery.cursor.day)"
        return .link(
            visit.words[.resendDelivery],
            path: "/admin/webhooks/\(id.lowercaseText)/resend?\(cursor)&name=\(delivery.type.queryEncoded)")
    }

    private func writeActions(_ webhook: Webhook, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        if visit.may(.editWebhooks) {
            writer.element("div", [.text("class", "buttons")]) {
                $0.link(words[.edit], to: "\(webhook.page)/edit", class: "button")
            }
        }
        if visit.may(.sendWebhooks) { writeSending(webhook, visit, &writer) }
        guard visit.may(.editWebhooks) else { return }
        for (word, name, hint) in [
            (Word.rotateSecret, "rotate", Word.rotateSecretHint),
            (.removeWebhook, "remove", .removeWebhookHint),
        ] {
            writer.actionForm(
                words[word], "\(webhook.page)/\(name)", visit, hint: words[hint], asksReason: false
            ) { $0.hidden("version", String(webhook.version)) }
        }
    }

    private func writeSending(_ webhook: Webhook, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        guard webhook.state == .enabled else {
            return writer.actionForm(
                words[.enableWebhook], "\(webhook.page)/enable", visit, hint: words[.enableWebhookHint],
                isOpen: true, asksReason: false
            ) { _ in }
        }
        writer.actionForm(
            words[.testWebhook], "\(webhook.page)/test", visit, hint: words[.testWebhookHint],
            asksReason: false
        ) { writer in
            writer.hidden("id", visit.newID().lowercaseText)
            writer.choice(
                words[.change], name: "type", ChangeType.allCases.map { ($0.rawValue, $0.rawValue) },
                chosen: ChangeType.rewardPaid.rawValue)
        }
        writer.actionForm(
            words[.replayWebhook], "\(webhook.page)/replay", visit, hint: words[.replayWebhookHint],
            asksReason: false
        ) { writer in
            writer.hidden("id", visit.newID().lowercaseText)
            for (word, name) in [(Word.from, "from"), (.until, "until")] {
                writer.field(
                    words[word],
                    [.text("type", "datetime-local"), .text("name", name), .text("required", "")])
            }
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

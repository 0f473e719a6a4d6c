internal import Accounts
internal import Basics
internal import Batching
internal import Crypto
internal import Delivery
internal import Forms
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Sends an example of a type to a webhook.
struct TestWebhook: ConsoleAction {
    let path = "/admin/webhooks/{id}/test"
    let right = Right.sendWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        try await visit.webhookSummary(
            .testWebhook, hint: .testWebhookHint, [(visit.words[.types], .code(try type(form).rawValue))])
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let (webhook, type) = (try await visit.actionWebhook(), try type(form))
        let id = try form.freshID(at: visit.now)
        do throws(WebhookError) {
            _ = try await visit.services.webhooks.test(
                webhook.id, type, payload: ChangeDataForm.exampleText(of: type), by: visit.user.actor,
                once: id)
        } catch {
            if error != .repeated { throw .webhook(error) }
        }
        return webhook.page
    }

    private func type(_ form: ActionForm) throws(ActionRefusal) -> ChangeType {
        guard let type = form.fields["type"].flatMap(ChangeType.init(rawValue:)) else {
            throw .problem(.notFound)
        }
        return type
    }
}

/// Sends the changes of a span of time again.
struct ReplayWebhook: ConsoleAction {
    let path = "/admin/webhooks/{id}/replay"
    let right = Right.sendWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let span = try span(form, in: visit.words.zone)
        return try await visit.webhookSummary(
            .replayWebhook, hint: .replayWebhookHint,
            [(visit.words[.from], .time(span.from)), (visit.words[.until], .time(span.until))])
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let (webhook, span) = (try await visit.actionWebhook(), try span(form, in: visit.words.zone))
        let id = try form.freshID(at: visit.now)
        do throws(WebhookError) {
            _ = try await visit.services.webhooks.replay(
                webhook.id, from: span.from, until: span.until, types: nil, by: visit.user.actor, once: id)
        } catch {
            if error != .repeated { throw .webhook(error) }
        }
        return webhook.page
    }

    private func span(
        _ form: ActionForm, in zone: ProgrammeZone
    ) throws(ActionRefusal) -> (from: Timestamp, until: Timestamp) {
        func time(_ name: String) -> Timestamp? {
            LocalTime.parse(form.fields[name]?.trimmed ?? "", in: zone)
        }
        guard let from = time("from"), let until = time("until"), from < until else {
            throw .wrong(.spanWrong)
        }
        return (from, until)
    }
}

/// Asks whether to send a delivery again.
struct ResendDeliveryView: ConsoleView {
    let path = "/admin/webhooks/{id}/resend"
    let right = Right.sendWebhooks
    let section: Section? = .webhooks

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let fields = ["position", "day", "name"].map { ($0, visit.item($0) ?? "") }
        return .page(title: words[.resendDelivery]) { writer in
            writer.actionForm(
                words[.resendDelivery], visit.request.head.path, visit, hint: words[.resendHint],
                isOpen: true, asksReason: false
            ) { writer in
                writer.hidden("id", visit.newID().lowercaseText)
                for (name, value) in fields { writer.hidden(name, value) }
            }
        }
    }
}

/// Sends a delivery again.
struct ResendDelivery: ConsoleAction {
    let path = "/admin/webhooks/{id}/resend"
    let right = Right.sendWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        _ = try delivery(form)
        return try await visit.webhookSummary(
            .resendDelivery, hint: .resendHint, [(visit.words[.change], .code(form.fields["name"] ?? ""))])
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let (webhook, delivery) = (try await visit.actionWebhook(), try delivery(form))
        let id = try form.freshID(at: visit.now)
        do throws(WebhookError) {
            _ = try await visit.services.webhooks.resend(
                delivery, of: webhook.id, by: visit.user.actor, once: id)
        } catch {
            if error != .repeated { throw .webhook(error) }
        }
        return webhook.page
    }

    private func delivery(_ form: ActionForm) throws(ActionRefusal) -> ChangeCursor {
        guard let position = form.fields["position"].flatMap({ Int64($0) }),
            let day = form.fields["day"].flatMap({ Int32($0) }), (0...2_000_000).contains(day)
        else { throw .problem(.notFound) }
        return ChangeCursor(position: position, day: day)
    }
}

extension ActionForm {
    /// Of the webhook that the form stands on.
    var version: Int64? { fields["version"].flatMap { Int64($0) } }
}

extension ActionRefusal {
    static func webhook(_ error: WebhookError) -> ActionRefusal {
        switch error {
        case .notFound, .deliveryNotFound, .notPulled: .problem(.notFound)
        case .url(let text), .headers(let text): .wrong(.detailed, [("detail", text)])
        case .match(let mistake): .wrong(.detailed, [("detail", mistake.text)])
        case .tooMany: .wrong(.tooManyWebhooks)
        case .disabled: .wrong(.webhookIsDisabled)
        case .tooManyReplays: .wrong(.tooManyReplays)
        case .changedMeanwhile: .wrong(.webhookChanged)
        case .repeated: .wrong(.alreadyMade)
        case .unavailable, .internalError: ActionRefusal(error, or: .webhookChanged)
        }
    }
}

extension Visit {
    /// The webhook that the path names, for an action.
    func actionWebhook() async throws(ActionRefusal) -> Webhook {
        guard let id = request.parameter("id").flatMap({ UUID(text: $0) }) else { throw .problem(.notFound) }
        do throws(WebhookError) {
            return try await services.webhooks.webhook(id)
        } catch {
            throw .webhook(error)
        }
    }

    func webhookSummary(
        _ title: Word, hint: Word, _ facts: [(name: String, cell: Cell)] = []
    ) async throws(ActionRefusal) -> ActionSummary {
        let webhook = try await actionWebhook()
        return ActionSummary(
            title: words[title],
            facts: [
                (words[.webhook], .foreign(webhook.name)), (words[.url], .foreign(webhook.terms.url)),
            ] + facts + [(words[.effect], .text(words[hint]))], back: webhook.page)
    }
}

internal import Batching
internal import Crypto
internal import Delivery
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// The form of a webhook: an existing one, or a new one.
struct WebhookFormView: ConsoleView {
    let path: String
    let right = Right.editWebhooks
    let section: Section? = .webhooks

    static let edit = WebhookFormView(path: "/admin/webhooks/{id}/edit")
    static let new = WebhookFormView(path: "/admin/new-webhook")

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        guard visit.request.parameter("id") != nil else {
            return page(visit.words[.newWebhook], "/admin/webhooks/create", nil, visit)
        }
        let id = try visit.pathID()
        let webhook = try await reading { () throws(WebhookError) in
            try await visit.services.webhooks.webhook(id)
        }
        return page(visit.words[.editWebhook], "\(webhook.page)/change", webhook, visit)
    }

    private func page(
        _ title: String, _ path: String, _ webhook: Webhook?, _ visit: Visit
    ) -> Shown {
        .page(title: title) { writer in
            writer.actingForm(path, visit.formToken, class: "rule") { writer in
                if let webhook {
                    writer.hidden("version", String(webhook.version))
                } else {
                    writer.hidden("id", visit.newID().lowercaseText)
                }
                let form = webhook.map { WebhookForm($0.terms) } ?? WebhookForm()
                form.write(to: &writer, visit.words, headerNames: webhook?.secrets.headerNames)
                writer.submit(visit.words[.goOn], isPrimary: true)
            }
        }
    }
}

extension Webhook {
    var page: String { "/admin/webhooks/\(id.lowercaseText)" }

    var name: String { terms.description.isEmpty ? id.lowercaseText : terms.description }
}

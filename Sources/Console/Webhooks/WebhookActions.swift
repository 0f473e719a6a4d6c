internal import Accounts
internal import Batching
internal import Crypto
internal import Delivery
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Service
internal import Values

/// Creates a webhook, and shows its secret.
struct CreateWebhook: RevealingAction {
    let path = "/admin/webhooks/create"
    let right = Right.editWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let fields = WebhookForm(form)
        let (terms, headers) = (try fields.terms(), try fields.newHeaders(isNew: true))
        try await visit.check(terms)
        return ActionSummary(
            title: visit.words[.newWebhook], facts: terms.facts(headers, visit.words),
            back: "/admin/webhooks")
    }

    func reveal(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> Revealed {
        let fields = WebhookForm(form)
        let (terms, headers) = (try fields.terms(), try fields.newHeaders(isNew: true) ?? [])
        let id = try form.freshID(at: visit.now)
        let made: (webhook: Webhook, secret: WebhookSecret)
        do throws(WebhookError) {
            made = try await visit.services.webhooks.create(terms, headers, by: visit.user.actor, id: id)
        } catch {
            throw .webhook(error)
        }
        return .webhook(made.webhook, made.secret, visit.words)
    }
}

/// Changes a webhook's terms, unless they changed since the form.
struct ChangeWebhook: RevealingAction {
    let path = "/admin/webhooks/{id}/change"
    let right = Right.editWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        let (webhook, fields) = (try await visit.actionWebhook(), WebhookForm(form))
        let (terms, headers) = (try fields.terms(), try fields.newHeaders(isNew: false))
        guard webhook.version == form.version else { throw .wrong(.webhookChanged) }
        guard terms != webhook.terms || headers != nil else { throw .wrong(.nothingChanges) }
        if terms.match != webhook.terms.match || terms.types != webhook.terms.types {
            try await visit.check(terms, after: webhook.terms.match)
        }
        return ActionSummary(
            title: visit.words[.editWebhook], facts: terms.facts(headers, visit.words), back: webhook.page)
    }

    func reveal(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> Revealed {
        let (webhook, fields) = (try await visit.actionWebhook(), WebhookForm(form))
        let terms = try fields.terms()
        var patch = WebhookPatch()
        (patch.url, patch.types, patch.match) = (terms.url, .some(terms.types), terms.match)
        (patch.description, patch.isOrdered) = (terms.description, terms.isOrdered)
        (patch.signature, patch.ratePerSecond) = (terms.signature, .some(terms.ratePerSecond))
        patch.headers = try fields.newHeaders(isNew: false)
        guard let version = form.version else { throw .problem(.notFound) }
        let changed: (webhook: Webhook, secret: WebhookSecret?)
        do throws(WebhookError) {
            changed = try await visit.services.webhooks.change(
                webhook.id, by: patch, actor: visit.user.actor, ifVersion: version)
        } catch {
            throw .webhook(error)
        }
        return .webhook(changed.webhook, changed.secret, visit.words)
    }
}

/// Gives a webhook another secret.
struct RotateWebhookSecret: RevealingAction {
    let path = "/admin/webhooks/{id}/rotate"
    let right = Right.editWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        try await visit.webhookSummary(.rotateSecret, hint: .rotateSecretHint)
    }

    func reveal(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> Revealed {
        let webhook = try await visit.actionWebhook()
        guard let version = form.version else { throw .problem(.notFound) }
        do throws(WebhookError) {
            let rotated = try await visit.services.webhooks.rotate(
                webhook.id, by: visit.user.actor, ifVersion: version)
            return .webhook(rotated.webhook, rotated.secret, visit.words)
        } catch {
            throw .webhook(error)
        }
    }
}

/// Enables a webhook that was disabled.
struct EnableWebhook: ConsoleAction {
    let path = "/admin/webhooks/{id}/enable"
    let right = Right.sendWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        try await visit.webhookSummary(.enableWebhook, hint: .enableWebhookHint)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let webhook = try await visit.actionWebhook()
        do throws(WebhookError) {
            _ = try await visit.services.webhooks.enable(webhook.id, by: visit.user.actor)
        } catch {
            throw .webhook(error)
        }
        return webhook.page
    }
}

/// Deletes a webhook and what is known of its deliveries.
struct RemoveWebhook: ConsoleAction {
    let path = "/admin/webhooks/{id}/remove"
    let right = Right.editWebhooks

    func summary(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> ActionSummary {
        try await visit.webhookSummary(.removeWebhook, hint: .removeWebhookHint)
    }

    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        let webhook = try await visit.actionWebhook()
        do throws(WebhookError) {
            try await visit.services.webhooks.remove(webhook.id, by: visit.user.actor)
        } catch {
            throw .webhook(error)
        }
        return "/admin/webhooks"
    }
}

extension Revealed {
    static func webhook(_ webhook: Webhook, _ secret: WebhookSecret?, _ words: Words) -> Revealed {
        Revealed(
            path: webhook.page, title: words[.webhook], secret: secret.map { (words[.secret], $0.text) },
            hint: words[.webhookSecretHint])
    }
}

extension Visit {
    /// Finds a match that would admit no change, before it is confirmed.
    fileprivate func check(
        _ terms: WebhookTerms, after former: WebhookMatch = WebhookMatch()
    ) async throws(ActionRefusal) {
        do throws(WebhookError) {
            try await services.webhooks.check(terms, after: former)
        } catch {
            throw .webhook(error)
        }
    }
}

extension WebhookTerms {
    fileprivate func facts(
        _ headers: [WebhookHeader]?, _ words: Words
    ) -> [(name: String, cell: Cell)] {
        [
            (words[.url], .foreign(url)), (words[.description], .foreign(description)),
            (words[.types], .text(types.map { $0.map(\.rawValue).joined(separator: ", ") } ?? words[.all])),
            (words[.currency], .ifAny(match.currency?.description)), (words[.rule], .rule(match.rule)),
            (words[.leastAmount], .ifAny(match.minAmount)), (words[.signature], .code(signature.rawValue)),
            (words[.isOrdered], .text(words[isOrdered ? .yes : .no])),
            (words[.ratePerSecond], .ifAny(ratePerSecond.map { Int64($0) })),
            (
                words[.headers],
                headers.map { .foreign($0.map(\.name).joined(separator: ", ")) } ?? .text(words[.unchanged])
            ),
        ]
    }
}

package import Batching
package import Crypto
package import EventLoops
package import FoundationEssentials
package import Ledger
internal import Postgres
package import Referrals
internal import Store
internal import Values
package import WebClient

/// The webhooks of the installation: reads, and changes with a trace of who made them.
package final class WebhookService {
    /// For as long both secrets sign after a rotation.
    private static let rotationSeconds: Int64 = 24 * 3_600

    let context: LedgerContext
    let vault: WebhookVault
    private let allowed: ReceiverAllowList
    private let listening: WebhookListening
    private let handover: WebhookHandover
    private let codeRules: [RuleName]

    /// - Parameter codeRules: the names of rules in Swift.
    package init(
        _ context: LedgerContext, vault: WebhookVault, allowed: ReceiverAllowList,
        codeRules: [RuleName] = [], on loop: isolated EventLoop
    ) {
        self.codeRules = codeRules
        self.context = context
        self.vault = vault
        self.allowed = allowed
        listening = WebhookListening(context, on: loop)
        handover = WebhookHandover(context, on: loop)
    }

    /// Oldest first.
    package func all() async throws(InfrastructureError) -> [Webhook] {
        try await context.call { () throws(PostgresError) in try await context.pool.run(ListWebhooks()) }
    }

    package func webhook(_ id: UUID) async throws(WebhookError) -> Webhook {
        let found = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.run(FindWebhook(id))
        }
        guard let webhook = found.first else { throw .notFound }
        return webhook
    }

    /// Creates a webhook that gets all changes from now on. It takes up to three seconds, until every process
    /// writes them.
    ///
    /// - Parameter id: of the webhook, so that it is created once; nil for a new one.
    /// - Returns: the webhook, and its secret, which is shown once.
    /// - Throws: `.repeated` if the id has a webhook.
    package func create(
        _ terms: WebhookTerms, _ headers: [WebhookHeader], by actor: String, id: UUID? = nil
    ) async throws(WebhookError) -> (webhook: Webhook, secret: WebhookSecret) {
        var terms = terms
        if !terms.isPulled { terms.url = try receiver(terms.url).description }
        let headers = try Self.checked(headers)
        try await check(terms)
        if let id, try await isThere(id) { throw .repeated }
        let id = id ?? context.makeID()
        let made = vault.make(for: id)
        var secrets = WebhookSecrets(current: made.encrypted, publicKey: made.publicKey)
        set(headers, in: &secrets, of: id)
        let (kept, final) = (secrets, terms)
        let row = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await listening.listen(id, to: final.listenedTypes, isNew: true)
            return try await context.pool.transaction { transaction throws(PostgresError) -> Webhook? in
                let row = try await transaction.send(
                    InsertWebhook(id, final, kept, at: context.clock.now)
                ).first
                guard let row else { return nil }
                _ = try await transaction.commit(
                    listening.keep(id, final.listenedTypes), NotifyWebhooks(),
                    audit("webhook.create", row, by: actor, before: nil))
                return row
            }
        }
        if let row { return (row, made.secret) }
        throw try await isThere(id) ? .repeated : .tooMany
    }

    /// Finds a `match` that would admit no change.
    ///
    /// - Parameter former: the match that is there already.
    package func check(
        _ terms: WebhookTerms, after former: WebhookMatch = WebhookMatch()
    ) async throws(WebhookError) {
        let mistake = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await WebhookMatchCheck(pool: context.pool, codeRules: codeRules)
                .mistake(in: terms, after: former)
        }
        if let mistake { throw .match(mistake) }
    }

    private func isThere(_ id: UUID) async throws(WebhookError) -> Bool {
        try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await !context.pool.run(FindWebhook(id)).isEmpty
        }
    }

    /// Changes a webhook. Another origin gets another secret and none of the headers of the one before.
    ///
    /// - Parameter version: the one that the caller has seen; nil for any.
    /// - Returns: the webhook, and the secret if it is another.
    package func change(
        _ id: UUID, by patch: WebhookPatch, actor: String, ifVersion version: Int64? = nil
    ) async throws(WebhookError) -> (webhook: Webhook, secret: WebhookSecret?) {
        let before = try await webhook(id)
        var patch = patch
        if let url = patch.url, url != before.terms.url {
            guard !before.terms.isPulled else {
                throw .url("A webhook that is pulled stays so. Create another for a URL.")
            }
            patch.url = try receiver(url).description
        }
        let headers: ReceiverHeaders? =
            if let headers = patch.headers { try Self.checked(headers) } else { nil }
        let next = patch.applied(to: before.terms)
        if next.match != before.terms.match || next.types != before.terms.types {
            try await check(next, after: before.terms.match)
        }
        let listened = next.listenedTypes
        if listened != before.terms.listenedTypes {
            let both = listened.union(before.terms.listenedTypes)
            try await context.call(WebhookError.self) { () throws(PostgresError) in
                try await listening.listen(id, to: both, isNew: false)
            }
        }
        let final = patch
        return try await edit(id, as: "webhook.change", by: actor, ifVersion: version) { row in
            let terms = final.applied(to: row.terms)
            let isElsewhere = self.origin(of: terms.url) != self.origin(of: row.terms.url)
            var secrets = row.secrets
            let made = isElsewhere ? self.vault.make(for: id) : nil
            if let made { secrets = WebhookSecrets(current: made.encrypted, publicKey: made.publicKey) }
            if let headers { self.set(headers, in: &secrets, of: id) }
            return Edit(terms: terms, secrets: secrets, secret: made?.secret)
        }
    }

    /// Gives a webhook another secret. The one before signs as well for 24 hours.
    ///
    /// - Parameter version: the one that the caller has seen; nil for any.
    package func rotate(
        _ id: UUID, by actor: String, ifVersion version: Int64? = nil
    ) async throws(WebhookError) -> (webhook: Webhook, secret: WebhookSecret?) {
        try await edit(id, as: "webhook.rotate_secret", by: actor, ifVersion: version) { row in
            let made = self.vault.make(for: id)
            var secrets = row.secrets
            secrets.former = secrets.current
            secrets.formerUntil = self.context.clock.now.adding(seconds: Self.rotationSeconds)
            secrets.current = made.encrypted
            secrets.publicKey = made.publicKey
            return Edit(terms: row.terms, secrets: secrets, secret: made.secret)
        }
    }

    /// Has a disabled webhook send again. Changes that it missed can be replayed.
    package func enable(_ id: UUID, by actor: String) async throws(WebhookError) -> Webhook {
        try await set(id, to: .enabled, as: "webhook.enable", by: actor, from: .disabled)
    }

    package func remove(_ id: UUID, by actor: String) async throws(WebhookError) {
        _ = try await set(id, to: .removed, as: "webhook.remove", by: actor, from: nil)
    }

    // MARK: Within

    private struct Edit {
        let terms: WebhookTerms
        let secrets: WebhookSecrets
        let secret: WebhookSecret?
    }

    private func edit(
        _ id: UUID, as action: String, by actor: String, ifVersion version: Int64?,
        _ body: (Webhook) -> Edit
    ) async throws(WebhookError) -> (webhook: Webhook, secret: WebhookSecret?) {
        var (worker, isStale): (Int64?, Bool) = (nil, false)
        let found = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.transaction {
                transaction throws(PostgresError) -> (Webhook, WebhookSecret?)? in
                let (rows, tokens) = try await transaction.send(LockWebhook(id), FindWebhookLease(id))
                guard let row = rows.first else { return nil }
                isStale = version.map { $0 != row.version } ?? false
                if isStale { return nil }
                worker = tokens.first
                let edit = body(row)
                let (changed, _, _) = try await transaction.send(
                    UpdateWebhook(id, edit.terms, edit.secrets),
                    listening.keep(id, edit.terms.listenedTypes), NotifyWebhooks())
                guard let changed = changed.first else { return nil }
                _ = try await transaction.commit(audit(action, changed, by: actor, before: row))
                return (changed, edit.secret)
            }
        }
        guard let found else { throw isStale ? .changedMeanwhile : .notFound }
        await handover.wait(for: id, from: worker)
        return found
    }

    private func set(
        _ id: UUID, to state: Webhook.State, as action: String, by actor: String,
        from former: Webhook.State?
    ) async throws(WebhookError) -> Webhook {
        var worker: Int64?
        let found = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) -> Webhook? in
                let (rows, tokens) = try await transaction.send(LockWebhook(id), FindWebhookLease(id))
                guard let row = rows.first else { return nil }
                worker = tokens.first
                if let former, row.state != former {
                    worker = nil
                    return row
                }
                let changed = try await transaction.send(SetWebhookState(id, to: state)).first
                if state == .removed {
                    try await transaction.send(RemoveChangeListener(WebhookListening.name(of: id)))
                }
                _ = try await transaction.commit(
                    NotifyWebhooks(), audit(action, changed ?? row, by: actor, before: row))
                return changed
            }
        }
        guard let found else { throw .notFound }
        await handover.wait(for: id, from: worker)
        return found
    }

    private func receiver(_ url: String) throws(WebhookError) -> ReceiverURL {
        do throws(ReceiverURLError) {
            return try ReceiverURL(url, allowing: allowed)
        } catch {
            throw .url(error.text)
        }
    }

    private static func checked(_ headers: [WebhookHeader]) throws(WebhookError) -> ReceiverHeaders {
        do throws(ReceiverHeadersError) {
            return try ReceiverHeaders(headers.map { ($0.name, $0.value) })
        } catch {
            throw .headers(error.text)
        }
    }

    private func origin(of url: String) -> ReceiverOrigin? {
        (try? ReceiverURL(url, allowing: allowed))?.origin
    }

    private func set(_ headers: ReceiverHeaders, in secrets: inout WebhookSecrets, of id: UUID) {
        secrets.headers = headers.fields.isEmpty ? nil : vault.encrypt(headers, of: id)
        secrets.headerNames = headers.fields.map(\.name)
    }
}

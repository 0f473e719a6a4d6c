internal import Batching
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A webhook that this process works on, until another takes it over.
final class WebhookLease {
    private static let renewMilliseconds = 4_000
    static let warnSeconds: Int64 = 24 * 3_600
    static let disableSeconds: Int64 = 5 * 24 * 3_600

    let webhook: Webhook
    private let fencingToken: Int64
    private let context: LoopContext
    private let warn: WebhookWarning
    private var progress: WebhookProgress
    private var renewedAt: MonotonicInstant
    private(set) var isLost = false
    /// Whether the webhook is another now: it is to be given back, and taken anew.
    private(set) var isChanged = false
    /// Why it is to be disabled; nil unless it is.
    private(set) var disabling: String?
    var renewIsDue = false

    init(
        _ webhook: Webhook, fencingToken: Int64, acquiredAt: MonotonicInstant, _ context: LoopContext,
        warn: @escaping WebhookWarning
    ) {
        renewedAt = acquiredAt
        self.webhook = webhook
        self.fencingToken = fencingToken
        self.context = context
        self.warn = warn
        progress = webhook.progress
    }

    var id: UUID { webhook.id }

    var pool: PostgresPool { context.pool }

    var now: Timestamp { context.clock.now }

    func isGood(forMilliseconds milliseconds: Int) -> Bool {
        !isLost && MonotonicInstant.now.milliseconds(since: renewedAt) < milliseconds
    }

    var millisecondsToRenewal: Int {
        renewIsDue ? 0 : Self.renewMilliseconds - MonotonicInstant.now.milliseconds(since: renewedAt)
    }

    /// A result; what follows from it is done with the next `write`.
    func note(_ result: DeliveryResult) {
        guard !result.isDelivered else {
            progress.failingSince = nil
            progress.warnedAt = nil
            return
        }
        let since = progress.failingSince ?? now
        progress.failingSince = since
        if result.isGone {
            disabling = "The receiver replied with 410."
        } else if now >= since.adding(seconds: Self.disableSeconds) {
            disabling = "All deliveries have failed for 5 days."
        }
    }

    /// Writes results, and how far the webhook is, and renews the lease.
    func write(_ rows: [WebhookDelivery], upTo done: ChangeCursor) async throws(PostgresError) {
        progress.done = done
        let began = MonotonicInstant.now
        let (_, version) = try await pool.run(
            LockDeliveredSubjects(Array(Set(rows.compactMap(\.subject)))),
            RecordDeliveries(
                rows, of: id, fencingToken: fencingToken, version: webhook.version, progress: progress))
        guard let version = version.first else {
            isLost = true
            return
        }
        renewedAt = began
        renewIsDue = false
        if version != webhook.version { isChanged = true }
    }

    /// Does what follows from the results that are written: disables the webhook, or warns of its failures.
    func followUp() async throws(PostgresError) {
        guard !isLost, webhook.state == .enabled else { return }
        if let disabling { return try await disable(because: disabling) }
        guard progress.warnedAt == nil, let since = progress.failingSince,
            now >= since.adding(seconds: Self.warnSeconds)
        else { return }
        try await warnOwner()
    }

    /// - Returns: whether there is more to mark as missed.
    func missDue() async throws(PostgresError) -> Bool {
        let missed = try await pool.run(MissDueDeliveries(of: id, fencingToken: fencingToken))
        return missed.count == MissDueDeliveries.rowsMax
    }

    /// Deletes it, once it is removed; false when that is done.
    func deletePart() async throws(PostgresError) -> Bool {
        let found = try await pool.run(DeleteRemovedWebhook(id, fencingToken: fencingToken))
        let deleted: Int64 = found.first ?? 0
        return deleted == DeleteRemovedWebhook.rowsMax
    }

    func release() async throws(PostgresError) {
        guard !isLost else { return }
        isLost = true
        try await pool.run(ReleaseWebhook(id, fencingToken: fencingToken))
    }

    func log(_ message: String) {
        context.log(LogLine(.info, message, ["webhook": id.lowercaseText]))
    }

    func log(_ error: PostgresError) {
        var fields = error.logFields
        fields["webhook"] = id.lowercaseText
        context.log(LogLine(.warning, "a webhook's deliveries can't be written or read", fields))
    }

    private func disable(because reason: String) async throws(PostgresError) {
        let statement = DisableWebhook(
            id, fencingToken: fencingToken, version: webhook.version, because: reason)
        guard try await announce(.webhookDisabled, statement) else { return }
        isChanged = true
        context.log(
            LogLine(.error, "a webhook was disabled", ["webhook": id.lowercaseText, "reason": reason]))
        await warn(webhook, reason)
    }

    private func warnOwner() async throws(PostgresError) {
        progress.warnedAt = now
        guard try await announce(.webhookFailing, NoteWebhookWarning(id, fencingToken: fencingToken)) else {
            return
        }
        context.log(
            LogLine(.error, "a webhook has failed for a day", ["webhook": id.lowercaseText]))
        await warn(webhook, nil)
    }

    /// Writes a change of the webhook's own, if `statement` did something.
    private func announce(
        _ type: ChangeType, _ statement: some Statement
    ) async throws(PostgresError) -> Bool {
        let change = Change(type, of: nil, at: now, .webhook(id: id))
        let changes = context.changes.statements { $0.add(change) }
        return try await pool.transaction { transaction throws(PostgresError) in
            guard try await !transaction.send(statement).isEmpty else { return false }
            try await transaction.commit(changes)
            return true
        }
    }
}

/// Tells an operator that a webhook fails; with a reason if it was disabled.
typealias WebhookWarning = (_ webhook: Webhook, _ disabledBecause: String?) async -> Void

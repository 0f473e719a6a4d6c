internal import EventLoops
internal import Postgres
internal import Referrals
internal import Store

/// A process's work for a webhook while it has its lease.
protocol WebhookWork: AnyObject {
    /// Returns when it is done, or the lease is another's.
    func run(on loop: isolated EventLoop) async throws(PostgresError)

    /// Has it end soon, so that another process can go on.
    func end()

    /// There may be deliveries that are due, or the webhook may be another.
    func look()
}

/// Deletes a webhook whose owner has removed it, part by part.
final class RemovedWebhook: WebhookWork {
    private let lease: WebhookLease
    private var isEnding = false

    init(_ lease: WebhookLease) {
        self.lease = lease
    }

    func run(on loop: isolated EventLoop) async throws(PostgresError) {
        while !isEnding, !lease.isLost, try await lease.deletePart() {
            try await lease.write([], upTo: lease.webhook.progress.done)
        }
    }

    func end() { isEnding = true }

    func look() {}
}

/// Removes a webhook that no receiver pulls any more, such as one of a command that was killed.
final class AbandonedWebhook: WebhookWork {
    private let lease: WebhookLease

    init(_ lease: WebhookLease) {
        self.lease = lease
    }

    func run(on loop: isolated EventLoop) async throws(PostgresError) {
        let name = WebhookListening.name(of: lease.id)
        _ = try await lease.pool.transaction { transaction throws(PostgresError) in
            try await transaction.commit(
                SetWebhookState(lease.id, to: .removed), RemoveChangeListener(name))
        }
        lease.log("a webhook was deleted, which no receiver has pulled for an hour")
        try await lease.release()
    }

    func end() {}

    func look() {}
}

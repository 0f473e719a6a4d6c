package import Batching
package import EventLoops
package import FoundationEssentials
package import Postgres
internal import Referrals
internal import Store
internal import Values

/// Works on webhooks that no process works on, each under a lease. A slow receiver delays no other.
package final class WebhookWorker: Recurring {
    /// So that several processes share the webhooks.
    private static let takenAtOnceMax = 4
    private static let measureMilliseconds = 15_000

    package let failure = "looking for webhooks failed"
    /// After a crash: within 30 seconds with the lease.
    package let pauseMilliseconds = 2_000
    private let context: LoopContext
    private let metrics: ServiceMetrics
    private let tail: ChangeTail
    private let sending: SendingConfiguration
    private let vault: WebhookVault
    private let warn: WebhookWarning
    /// By their leases: one that is lost may still end while another has begun.
    private var runs: [ObjectIdentifier: (webhook: UUID, work: any WebhookWork)] = [:]
    private var measuredAt: MonotonicInstant?
    private var isClosed = false
    private let ended = Waiting()

    package init(
        _ context: LoopContext, metrics: ServiceMetrics, reader: ChangeReader,
        _ sending: SendingConfiguration,
        vault: WebhookVault, bell: WebhookBell, warn: @escaping WebhookWarner,
        on loop: isolated EventLoop
    ) {
        self.context = context
        self.metrics = metrics
        tail = ChangeTail(reader)
        self.sending = sending
        self.vault = vault
        self.warn = { webhook, reason in
            await warn(WebhookTrouble(webhook: webhook.id, disabledBecause: reason))
        }
        bell.onRung = { [weak self] in self?.look(on: loop) }
    }

    package var log: @Sendable (LogLine) -> Void { context.log }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        guard !isClosed else { return }
        let began = MonotonicInstant.now
        let found = try await context.pool.run(AcquireWebhooks(limit: Self.takenAtOnceMax))
        for (webhook, fencingToken) in found {
            guard !isClosed else {
                try await context.pool.run(ReleaseWebhook(webhook.id, fencingToken: fencingToken))
                continue
            }
            let lease = WebhookLease(
                webhook, fencingToken: fencingToken, acquiredAt: began, context, warn: warn)
            Task.immediate(priority: EventLoop.taskPriority) { await run(lease, on: loop) }
        }
        guard measuredAt.map({ began.milliseconds(since: $0) >= Self.measureMilliseconds }) ?? true else {
            return
        }
        measuredAt = began
        try await measure()
    }

    /// Looks for due deliveries at once, in the webhooks at work.
    package func look() {
        for entry in runs.values { entry.work.look() }
    }

    /// Whether every webhook at work has read the changes up to a position, and has written all its results.
    package func isIdle(upTo position: Int64) -> Bool {
        runs.values.allSatisfy { ($0.work as? WebhookRun)?.isIdle(upTo: position) ?? true }
    }

    /// How many webhooks this process works on.
    package var count: Int { runs.count }

    /// Lets what is under way end, writes it, and gives the webhooks back.
    package func close() async {
        isClosed = true
        for entry in runs.values { entry.work.end() }
        while !runs.isEmpty { await ended.wait { !runs.isEmpty } }
    }

    /// The webhooks at work, and those that are new.
    private func look(on loop: isolated EventLoop) {
        look()
        Task.immediate(priority: EventLoop.taskPriority) { try? await round(on: loop) }
    }

    private func run(_ lease: WebhookLease, on loop: isolated EventLoop) async {
        do {
            try await work(on: lease, on: loop)
        } catch let error as PostgresError {
            if error != .closed { lease.log(error) }
        } catch {
            log(LogLine(.error, "a webhook can't be worked on", ["webhook": lease.id.lowercaseText]))
        }
        runs[ObjectIdentifier(lease)] = nil
        ended.wake()
    }

    private func work(on lease: WebhookLease, on loop: isolated EventLoop) async throws {
        let webhook = lease.webhook
        let work: any WebhookWork =
            switch webhook.state {
            case .removed: RemovedWebhook(lease)
            case .enabled where webhook.terms.isPulled: AbandonedWebhook(lease)
            case .enabled:
                try WebhookRun(lease, tail: tail, sending, vault: vault, metrics: metrics, on: loop)
            case .disabled: try DisabledWebhook(lease, tail: tail, on: loop)
            }
        runs[ObjectIdentifier(lease)] = (lease.id, work)
        try await work.run(on: loop)
    }

    /// Counts the changes that the webhooks of this process still have to send.
    private func measure() async throws(PostgresError) {
        guard !runs.isEmpty else { return metrics.setWebhooks([:]) }
        let pending = try await context.pool.run(CountPendingDeliveries(of: runs.values.map(\.webhook)))
        let rows = Dictionary(uniqueKeysWithValues: pending.map { ($0.webhook, ($0.count, $0.oldest)) })
        let now = context.clock.now
        metrics.setWebhooks(
            runs.values.reduce(into: [:]) { all, entry in
                guard let work = entry.work as? WebhookRun else { return }
                let row = rows[entry.webhook]
                let oldest = [work.backlog.oldest, row?.1].compactMap(\.self).min()
                all[entry.webhook] = WebhookCounts.Backlog(
                    waiting: work.backlog.count + Int(row?.0 ?? 0),
                    oldestSeconds: oldest.map { max(0, now.secondsSince1970 - $0.secondsSince1970) } ?? 0)
            })
    }
}

/// A webhook that fails.
package struct WebhookTrouble: Sendable {
    package let webhook: UUID
    /// Nil for one that has failed for a day.
    package let disabledBecause: String?
}

/// Tells an operator.
package typealias WebhookWarner = (WebhookTrouble) async -> Void

/// Rings when webhooks have work that they don't know of.
package final class WebhookBell {
    package var onRung: (() -> Void)?

    package init(_ notifications: Notifications) {
        notifications.listen(to: Channels.webhooks) { [weak self] _ in self?.onRung?() }
    }
}

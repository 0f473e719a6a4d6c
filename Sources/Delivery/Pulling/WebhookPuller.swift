package import Batching
internal import EventLoops
package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// Hands a pulled webhook's deliveries to its receiver, which answers with its next call.
///
/// A delivery that is handed out and not answered within five minutes is handed out again.
package final class WebhookPuller {
    /// Each may take a receiver 15 seconds.
    private static let countMax = 20
    private static let answerSeconds: Int64 = 300
    /// Resends and tests come without a notification of changes.
    private static let lookMilliseconds = 500

    private let context: LoopContext
    private let vault: WebhookVault
    private let tail: ChangeTail
    private let userAgent: String

    package init(_ context: LoopContext, vault: WebhookVault, reader: ChangeReader, userAgent: String) {
        self.context = context
        self.vault = vault
        self.userAgent = userAgent
        tail = ChangeTail(reader)
    }

    /// - Parameter answers: to earlier deliveries.
    package func pull(
        _ id: UUID, answers: [PulledAnswer], waitingMilliseconds: Int
    ) async throws(WebhookError) -> [PulledDelivery] {
        let deadline = MonotonicInstant.now.adding(milliseconds: waitingMilliseconds)
        if !answers.isEmpty {
            try await context.call(WebhookError.self) { () throws(PostgresError) in
                _ = try await context.pool.run(FinishPulledDeliveries(answers, of: id))
            }
        }
        while true {
            let found = try await take(id)
            let left = deadline.milliseconds(since: .now)
            guard found.isEmpty, left > 0, !Task.isCancelled else { return found }
            await tail.wait(milliseconds: min(left, Self.lookMilliseconds))
        }
    }

    private func take(_ id: UUID) async throws(WebhookError) -> [PulledDelivery] {
        let held = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.run(HoldPulledWebhook(id)).first
        }
        guard let held else { throw .notFound }
        let now = context.clock.now
        guard let message = DeliveryMessage(held.webhook, vault, userAgent: userAgent, at: now) else {
            context.log(LogLine(.error, "a webhook can't be worked on", ["webhook": id.lowercaseText]))
            throw .internalError
        }
        let due = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await handOut(held.webhook, held.fencingToken, at: now)
        }
        return due.map { delivery, row in
            let (headers, body) = message.signed(delivery.change, at: now)
            return PulledDelivery(row: row, headers: headers, body: String(decoding: body, as: UTF8.self))
        }
    }

    /// Resends and tests, then new changes; each is written as handed out, together with how far the webhook
    /// is.
    private func handOut(
        _ webhook: Webhook, _ fencingToken: Int64, at now: Timestamp
    ) async throws(PostgresError) -> [(DueDelivery, WebhookDelivery)] {
        let list = RetryList()
        _ = try await list.read(for: webhook, upTo: webhook.progress.done, from: context.pool)
        var due = list.takeAll()
        var progress = webhook.progress
        if due.count < Self.countMax {
            let new = try await news(for: webhook, room: Self.countMax - due.count)
            due += new.deliveries
            progress.done = new.end
        }
        let rows = due.map { row(for: $0, at: now) }
        guard !rows.isEmpty || progress.done.position > webhook.progress.done.position else { return [] }
        _ = try await context.pool.run(
            LockDeliveredSubjects(Array(Set(rows.compactMap(\.subject)))),
            RecordDeliveries(
                rows, of: webhook.id, fencingToken: fencingToken, version: webhook.version, progress: progress
            ))
        _ = try await list.noteWritten(rows, in: context.pool)
        return Array(zip(due, rows))
    }

    private func news(
        for webhook: Webhook, room: Int
    ) async throws(PostgresError) -> (deliveries: [DueDelivery], end: ChangeCursor) {
        let page = try await tail.page(after: webhook.progress.done)
        let filter = WebhookFilter(webhook.terms)
        let found = page.rows.filter { filter.admits($0) }
        let taken = found.prefix(room)
        let end = taken.count < found.count ? taken.last!.cursor : page.next
        let now = context.clock.now
        return (
            taken.map { DueDelivery(change: $0, attempts: 0, createdAt: now, isReplay: false) }, end
        )
    }

    private func row(for delivery: DueDelivery, at now: Timestamp) -> WebhookDelivery {
        WebhookDelivery(
            of: delivery.change, state: .pending, attempts: delivery.attempts + 1,
            createdAt: delivery.createdAt, dueAt: now.adding(seconds: Self.answerSeconds),
            isReplay: delivery.isReplay,
            attempt: WebhookDelivery.Attempt(at: now, status: nil, failure: nil, reply: nil))
    }
}

package import Batching
internal import EventLoops
package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// Hands a pulled webhook's deliveries to its receiver, which sends the results with its next call.
///
/// A delivery whose result isn't known ten minutes later is handed out again.
package final class WebhookPuller {
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

    /// - Parameter results: of earlier deliveries.
    package func pull(
        _ id: UUID, results: [PulledResult], waitingMilliseconds: Int
    ) async throws(WebhookError) -> [PulledDelivery] {
        let began = MonotonicInstant.now
        let taken = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.run(TakePulledWebhook(id), FinishPulledDeliveries(results, of: id)).0.first
        }
        guard let taken else { throw try await isThere(id) ? .notPulled : .notFound }
        let now = context.clock.now
        guard let message = DeliveryMessage(taken.webhook, vault, userAgent: userAgent, at: now) else {
            context.log(LogLine(.error, "a webhook can't be worked on", ["webhook": id.lowercaseText]))
            throw .internalError
        }
        // A receiver that pulls sees its own failures.
        let lease = WebhookLease(
            taken.webhook, fencingToken: taken.fencingToken, acquiredAt: began, context,
            warn: { _, _ in })
        let found = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await WebhookPull(lease, tail).run(untilMilliseconds: waitingMilliseconds)
        }
        return found.map { change, row in
            let (headers, body) = message.signed(change, at: context.clock.now)
            return PulledDelivery(row: row, headers: headers, body: String(decoding: body, as: UTF8.self))
        }
    }

    private func isThere(_ id: UUID) async throws(WebhookError) -> Bool {
        try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await !context.pool.run(FindWebhook(id)).isEmpty
        }
    }
}

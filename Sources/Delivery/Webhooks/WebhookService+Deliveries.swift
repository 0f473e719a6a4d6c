package import Batching
package import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
package import Values

extension WebhookService {
    /// A page of a webhook's deliveries, newest first.
    package func deliveries(
        of id: UUID, state: DeliveryState?, before position: Int64?, limit: Int
    ) async throws(WebhookError) -> Page<WebhookDelivery, Int64> {
        _ = try await webhook(id)
        let found = try await context.call(WebhookError.self) { () throws(PostgresError) in
            guard let state, state != .delivered else {
                return try await context.pool.run(
                    ListDeliveries(of: id, before: position, state: state, limit: limit + 1))
            }
            return try await context.pool.run(
                ListUndelivered(of: id, before: position, state: state, limit: limit + 1))
        }
        return Page(found, limit: limit) { $0[$0.count - 1].cursor.position }
    }

    /// Sends a delivery again, with the same `webhook-id`.
    package func resend(
        _ delivery: ChangeCursor, of id: UUID, by actor: String
    ) async throws(WebhookError) -> WebhookDelivery {
        let webhook = try await enabled(id)
        let row = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) -> WebhookDelivery? in
                let row = try await transaction.send(ResendDelivery(delivery, of: id)).first
                guard let row else { return nil }
                _ = try await transaction.commit(
                    NotifyWebhooks(), audit("webhook.resend", webhook, by: actor, before: nil))
                return row
            }
        }
        guard let row else { throw .deliveryNotFound }
        return row
    }

    /// Sends a change that didn't happen, such as the description has it.
    package func test(
        _ id: UUID, _ type: ChangeType, payload: String, by actor: String
    ) async throws(WebhookError) -> WebhookDelivery {
        let webhook = try await enabled(id)
        let change = Change(
            type, of: type.isAboutPlayer ? UserID(context.makeID()) : nil, at: context.clock.now)
        let row = try await context.call(WebhookError.self) { () throws(PostgresError) in
            let (rows, _, _) = try await context.pool.transaction { transaction throws(PostgresError) in
                try await transaction.commit(
                    InsertTestDelivery(context.makeID(), change, payload: payload, for: id), NotifyWebhooks(),
                    audit("webhook.test", webhook, by: actor, before: nil))
            }
            return rows.first
        }
        guard let row else { throw .internalError }
        return row
    }

    /// Sends the changes of a span of time, again or for the first time.
    ///
    /// - Parameter types: nil for those of the webhook.
    package func replay(
        _ id: UUID, from: Timestamp, until: Timestamp, types: [ChangeType]?, by actor: String
    ) async throws(WebhookError) -> WebhookReplay {
        let webhook = try await enabled(id)
        let replay = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) -> WebhookReplay? in
                let insert = InsertReplay(
                    context.makeID(), of: id, types: types.map { $0.map(\.rawValue) }, from: from,
                    until: until, at: context.clock.now)
                guard let replay = try await transaction.send(insert).first else { return nil }
                _ = try await transaction.commit(
                    NotifyWebhooks(), audit("webhook.replay", webhook, by: actor, before: nil))
                return replay
            }
        }
        guard let replay else { throw .tooManyReplays }
        return replay
    }

    private func enabled(_ id: UUID) async throws(WebhookError) -> Webhook {
        let webhook = try await webhook(id)
        guard webhook.state == .enabled else { throw .disabled }
        return webhook
    }
}

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
    ///
    /// - Parameter once: the id of the audit's entry, so that it is done once; nil for another time.
    /// - Throws: `.repeated` if it was done.
    package func resend(
        _ delivery: ChangeCursor, of id: UUID, by actor: String, once: UUID? = nil
    ) async throws(WebhookError) -> WebhookDelivery {
        try await send(
            ResendDelivery(delivery, of: id), id, as: "webhook.resend", by: actor, once: once,
            or: .deliveryNotFound)
    }

    /// Sends a change that didn't happen, such as the description has it.
    ///
    /// - Parameter once: the id of the audit's entry, so that it is done once; nil for another time.
    package func test(
        _ id: UUID, _ type: ChangeType, payload: String, by actor: String, once: UUID? = nil
    ) async throws(WebhookError) -> WebhookDelivery {
        let change = Change(
            type, of: type.isAboutPlayer ? UserID(context.makeID()) : nil, at: context.clock.now)
        return try await send(
            InsertTestDelivery(context.makeID(), change, payload: payload, for: id), id, as: "webhook.test",
            by: actor, once: once, or: .internalError)
    }

    /// Sends the changes of a span of time, again or for the first time.
    ///
    /// - Parameters:
    ///   - types: nil for those of the webhook.
    ///   - once: the id of the audit's entry, so that it is done once; nil for another time.
    package func replay(
        _ id: UUID, from: Timestamp, until: Timestamp, types: [ChangeType]?, by actor: String,
        once: UUID? = nil
    ) async throws(WebhookError) -> WebhookReplay {
        let insert = InsertReplay(
            context.makeID(), of: id, types: types.map { $0.map(\.rawValue) }, from: from, until: until,
            at: context.clock.now)
        return try await send(
            insert, id, as: "webhook.replay", by: actor, once: once, or: .tooManyReplays)
    }

    /// Runs a statement that has something sent, with its entry in the audit.
    ///
    /// - Parameter refusal: where the statement returns nothing.
    private func send<Sending: Statement>(
        _ statement: Sending, _ id: UUID, as action: String, by actor: String, once: UUID?,
        or refusal: WebhookError
    ) async throws(WebhookError) -> Sending.Row {
        let result = try await context.call(WebhookError.self) { () throws(PostgresError) in
            try await context.pool.transaction {
                transaction throws(PostgresError) -> Result<Sending.Row, WebhookError> in
                let (webhooks, done) = try await transaction.send(
                    LockWebhook(id), FindAuditEntryID(once ?? .zero))
                guard let webhook = webhooks.first else { return .failure(.notFound) }
                guard webhook.state == .enabled else { return .failure(.disabled) }
                guard done.isEmpty else { return .failure(.repeated) }
                guard let row = try await transaction.send(statement).first else { return .failure(refusal) }
                _ = try await transaction.commit(
                    NotifyWebhooks(), audit(action, webhook, by: actor, before: nil, id: once))
                return .success(row)
            }
        }
        return try result.get()
    }
}

package import FoundationEssentials
package import Postgres
package import Referrals
internal import Values

/// Takes webhooks that no process works on; a few only, so that several processes share them. Pulled ones are
/// taken when no receiver has pulled for an hour.
package struct AcquireWebhooks: Statement {
    package typealias Row = (webhook: Webhook, fencingToken: Int64)

    package static let route = Route.coordinator
    package static let sql = """
        UPDATE webhooks SET fencing_token = fencing_token + 1, leased_until = \(LeaseSQL.webhookEnd)
        WHERE id IN (SELECT id FROM webhooks WHERE \(LeaseSQL.isOver("leased_until"))
                AND (url <> '\(WebhookTerms.pulledURL)' OR state = 'removed'
                    OR greatest(leased_until, created_at) < clock_timestamp() - interval '1 hour')
            LIMIT $1 FOR UPDATE SKIP LOCKED)
        RETURNING \(Webhook.columns), fencing_token
        """
    package let parameters: Parameters

    package init(limit: Int) {
        parameters = Parameters(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (webhook: try Webhook.decode(&row), fencingToken: try row.read())
    }
}

/// The fencing token of the process that works on a webhook; nothing without one.
package struct FindWebhookLease: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT fencing_token FROM webhooks
        WHERE id = $1 AND url <> '\(WebhookTerms.pulledURL)' AND leased_until > clock_timestamp()
        """
    package let parameters: Parameters

    package init(_ id: UUID) {
        parameters = Parameters(id)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Gives a webhook back, unless another process has taken it over.
package struct ReleaseWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "UPDATE webhooks SET leased_until = '-infinity' WHERE id = $1 AND fencing_token = $2"
    package let parameters: Parameters

    package init(_ id: UUID, fencingToken: Int64) {
        parameters = Parameters(id, fencingToken)
    }
}

/// Disables a webhook, unless another process has taken it over, or it was changed.
package struct DisableWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE webhooks SET state = 'disabled', disabled_because = $3, version = version + 1
        WHERE id = $1 AND fencing_token = $2 AND version = $4 AND state = 'enabled' RETURNING id
        """
    package let parameters: Parameters

    /// - Parameter version: of the terms that failed.
    package init(_ id: UUID, fencingToken: Int64, version: Int64, because reason: String) {
        parameters = Parameters(id, fencingToken, reason, version)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Notes that the owner of a failing webhook is warned; returns nothing if that was done before.
package struct NoteWebhookWarning: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE webhooks SET warned_at = clock_timestamp()
        WHERE id = $1 AND fencing_token = $2 AND warned_at IS NULL AND failing_since IS NOT NULL RETURNING id
        """
    package let parameters: Parameters

    package init(_ id: UUID, fencingToken: Int64) {
        parameters = Parameters(id, fencingToken)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Deletes deliveries of a removed webhook, a part at a time; returns how many. The webhook goes with the
/// last.
package struct DeleteRemovedWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH part AS (
            SELECT webhook, position, day FROM deliveries WHERE webhook = $1 LIMIT \(rowsMax)),
        deleted AS (
            DELETE FROM deliveries AS d USING part AS s
            WHERE d.webhook = s.webhook AND d.position = s.position AND d.day = s.day RETURNING d.position),
        replays AS (DELETE FROM webhook_replays WHERE webhook = $1),
        gone AS (
            DELETE FROM webhooks WHERE id = $1 AND state = 'removed' AND fencing_token = $2
                AND (SELECT count(*) FROM part) < \(rowsMax))
        SELECT count(*) FROM deleted
        """
    package static let rowsMax = 5_000
    package let parameters: Parameters

    package init(_ id: UUID, fencingToken: Int64) {
        parameters = Parameters(id, fencingToken)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

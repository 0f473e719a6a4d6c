package import FoundationEssentials
package import Postgres
package import Referrals
internal import Values

/// Takes a pulled webhook for one call of its receiver, and reads it; an earlier call then gets nothing more.
package struct TakePulledWebhook: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE webhooks SET fencing_token = fencing_token + 1, leased_until = \(LeaseSQL.webhookEnd)
        WHERE id = $1 AND url = '\(WebhookTerms.pulledURL)' AND state <> 'removed'
        RETURNING \(Webhook.columns), fencing_token
        """
    package let parameters: Parameters

    package init(_ id: UUID) {
        parameters = Parameters(id)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> AcquireWebhooks.Row {
        try AcquireWebhooks.decode(&row)
    }
}

/// Writes the results of deliveries that a receiver has pulled. Others stay as they are.
package struct FinishPulledDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE deliveries AS d SET state = CASE WHEN r.status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'failed' END,
            due_at = NULL, status = r.status, failure = r.failure
        FROM unnest($2::bigint[], $3::int[], $4::int[], $5::text[]) AS r (position, day, status, failure)
        WHERE d.webhook = $1 AND d.position = r.position AND d.day = date '1970-01-01' + r.day
            AND d.state = 'pending' AND d.attempts > 0
            AND EXISTS (SELECT FROM webhooks WHERE id = $1 AND url = '\(WebhookTerms.pulledURL)')
        """
    package let parameters: Parameters

    package init(_ results: [PulledResult], of webhook: UUID) {
        parameters = Parameters(
            webhook, results.map(\.delivery.position), results.map(\.delivery.day), results.map(\.status),
            results.map(\.failure))
    }
}

/// Those of a webhook's deliveries that are there: an erasure may have removed some.
package struct ListDeliveriesAt: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT position FROM deliveries WHERE webhook = $1 AND position = ANY ($2)"
    package let parameters: Parameters

    package init(_ positions: [Int64], of webhook: UUID) {
        parameters = Parameters(webhook, positions)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

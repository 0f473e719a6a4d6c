package import FoundationEssentials
package import Postgres
package import Referrals
internal import Values

/// Keeps a pulled webhook from being removed, and reads it.
package struct HoldPulledWebhook: Statement {
    package typealias Row = (webhook: Webhook, fencingToken: Int64)

    package static let route = Route.coordinator
    package static let sql = """
        UPDATE webhooks SET leased_until = \(LeaseSQL.webhookEnd)
        WHERE id = $1 AND url = '\(WebhookTerms.pulledURL)' AND state <> 'removed'
        RETURNING \(Webhook.columns), fencing_token
        """
    package let parameters: Parameters

    package init(_ id: UUID) {
        parameters = Parameters(id)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (webhook: try Webhook.decode(&row), fencingToken: try row.read())
    }
}

/// Writes how a receiver that pulls has answered. A delivery that it wasn't given stays.
package struct FinishPulledDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE deliveries AS d SET state = CASE WHEN r.status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'failed' END,
            due_at = NULL, status = r.status, failure = r.failure
        FROM unnest($2::bigint[], $3::int[], $4::int[], $5::text[]) AS r (position, day, status, failure)
        WHERE d.webhook = $1 AND d.position = r.position AND d.day = date '1970-01-01' + r.day
            AND d.state = 'pending' AND d.attempts > 0
        """
    package let parameters: Parameters

    package init(_ answers: [PulledAnswer], of webhook: UUID) {
        parameters = Parameters(
            webhook, answers.map(\.delivery.position), answers.map(\.delivery.day), answers.map(\.status),
            answers.map(\.failure))
    }
}

package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// A page of a webhook's deliveries, newest first.
package struct ListDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(WebhookDelivery.columns) FROM deliveries
        WHERE webhook = $1 AND position < $2 AND ($3::text IS NULL OR state = $3)
        ORDER BY position DESC LIMIT $4
        """
    package let parameters: Parameters

    package init(of webhook: UUID, before position: Int64?, state: DeliveryState?, limit: Int) {
        parameters = Parameters(webhook, position ?? .max, state?.rawValue, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookDelivery {
        try WebhookDelivery.decode(&row)
    }
}

/// The same of those that aren't delivered, which an index of their own finds.
package struct ListUndelivered: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(WebhookDelivery.columns) FROM deliveries
        WHERE webhook = $1 AND position < $2 AND state <> 'delivered' AND state = $3
        ORDER BY position DESC LIMIT $4
        """
    package let parameters: Parameters

    package init(of webhook: UUID, before position: Int64?, state: DeliveryState, limit: Int) {
        parameters = Parameters(webhook, position ?? .max, state.rawValue, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookDelivery {
        try WebhookDelivery.decode(&row)
    }
}

/// Has a delivery sent again. One that is still to be sent is sent at once, unless it waits for another of
/// its subject.
package struct ResendDelivery: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE deliveries SET is_replay = is_replay OR state <> 'pending', state = 'pending',
            due_at = CASE WHEN state = 'pending' AND due_at IS NULL THEN NULL ELSE clock_timestamp() END
        WHERE webhook = $1 AND position = $2 AND day = date '1970-01-01' + $3::int
        RETURNING \(WebhookDelivery.columns)
        """
    package let parameters: Parameters

    package init(_ cursor: ChangeCursor, of webhook: UUID) {
        parameters = Parameters(webhook, cursor.position, cursor.day)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookDelivery {
        try WebhookDelivery.decode(&row)
    }
}

/// A delivery of a change that didn't happen.
package struct InsertTestDelivery: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO deliveries (webhook, position, day, change, type, subject, payload, state, attempts, created_at,
            due_at, is_replay)
        VALUES ($1, nextval('change_positions'), (clock_timestamp() AT TIME ZONE 'UTC')::date, $2, $3, $4,
            $5::text::json, 'pending', 0, $6, clock_timestamp(), false)
        RETURNING \(WebhookDelivery.columns)
        """
    package let parameters: Parameters

    package init(_ id: UUID, _ change: Change, payload: String, for webhook: UUID) {
        parameters = Parameters(webhook, id, change.type.rawValue, change.subject, payload, change.occurredAt)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookDelivery {
        try WebhookDelivery.decode(&row)
    }
}

/// How many deliveries of each webhook are still to be sent, and since when the oldest.
package struct CountPendingDeliveries: Statement {
    package typealias Row = (webhook: UUID, count: Int64, oldest: Timestamp)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT webhook, count(*), min(created_at) FROM deliveries
        WHERE webhook = ANY ($1) AND state = 'pending' GROUP BY webhook
        """
    package let parameters: Parameters

    package init(of webhooks: [UUID]) {
        parameters = Parameters(webhooks)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (webhook: try row.read(), count: try row.read(), oldest: try row.readTimestamp())
    }
}

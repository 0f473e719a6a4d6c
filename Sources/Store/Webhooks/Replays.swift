package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

extension WebhookReplay {
    static let columns = """
        id, webhook, types, from_time, until_time, created_at, done_position, last_position
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookReplay {
        WebhookReplay(
            id: try row.read(), webhook: try row.read(), types: try row.read(), from: try row.readTimestamp(),
            until: try row.readTimestamp(), createdAt: try row.readTimestamp(), donePosition: try row.read(),
            lastPosition: try row.read())
    }
}

/// Begins a replay, up to the changes that there are now; returns nothing where too many are under way.
package struct InsertReplay: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO webhook_replays (\(WebhookReplay.columns))
        SELECT $1, $2, $3, $4, $5, $6,
            coalesce((SELECT position - 1 FROM changes WHERE day >= ($4 AT TIME ZONE 'UTC')::date - 1
                ORDER BY position LIMIT 1), last_value), last_value
        FROM change_positions WHERE (SELECT count(*) FROM webhook_replays WHERE webhook = $2) < \(countMax)
        RETURNING \(WebhookReplay.columns)
        """
    package static let countMax = 10
    package let parameters: Parameters

    package init(
        _ id: UUID, of webhook: UUID, types: [String]?, from: Timestamp, until: Timestamp, at time: Timestamp
    ) {
        parameters = Parameters(id, webhook, types, from, until, time)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookReplay {
        try WebhookReplay.decode(&row)
    }
}

/// The replay of a webhook that is to go on: one after the other.
package struct FindReplay: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT \(WebhookReplay.columns) FROM webhook_replays WHERE webhook = $1 ORDER BY id LIMIT 1"
    package let parameters: Parameters

    package init(of webhook: UUID) {
        parameters = Parameters(webhook)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookReplay {
        try WebhookReplay.decode(&row)
    }
}

/// Notes how far a replay is; one that is at its end is deleted.
package struct AdvanceReplay: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH done AS (DELETE FROM webhook_replays WHERE id = $1 AND $2 >= last_position)
        UPDATE webhook_replays SET done_position = greatest(done_position, $2) WHERE id = $1 AND $2 < last_position
        """
    package let parameters: Parameters

    package init(_ replay: UUID, to position: Int64) {
        parameters = Parameters(replay, position)
    }
}

/// Changes of a replay in a span of positions, without those that are still to be sent anyway.
package struct ListReplayedChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT c.position, c.day - date '1970-01-01', c.id, c.type, c.subject, c.sequence, c.occurred_at,
            c.payload::text, c.trace, coalesce(d.attempts, 0), coalesce(d.created_at, clock_timestamp()), true
        FROM changes AS c LEFT JOIN deliveries AS d
            ON d.webhook = $1 AND d.position = c.position AND d.day = c.day
        WHERE c.position > $2 AND c.position <= $3 AND c.day >= ($4 AT TIME ZONE 'UTC')::date - 1
            AND c.occurred_at >= $4 AND c.occurred_at < $5 AND ($6::text[] IS NULL OR c.type = ANY ($6))
            AND d.state IS DISTINCT FROM 'pending'
        ORDER BY c.position LIMIT $7
        """
    package let parameters: Parameters

    /// - Parameters:
    ///   - last: the end of the span.
    ///   - types: nil for all.
    package init(_ replay: WebhookReplay, upTo last: Int64, types: [String]?, limit: Int) {
        parameters = Parameters(
            replay.webhook, replay.donePosition, last, replay.from, replay.until, types, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DueDelivery {
        try DueDelivery.decode(&row)
    }
}

package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// Writes results, and how far the webhook is, and extends its lease. It returns the webhook's version, and
/// nothing if another process has taken it over. With another version than the caller's, how far it is stays:
/// the new terms may match other changes.
package struct RecordDeliveries: Statement {
    package static let route = Route.coordinator
    // A player who was erased meanwhile leaves no row.
    package static let sql = """
        WITH lease AS (
            UPDATE webhooks SET done_position = CASE WHEN version = $20 THEN $3 ELSE done_position END,
                done_day = CASE WHEN version = $20 THEN date '1970-01-01' + $4::int ELSE done_day END,
                failing_since = CASE WHEN version = $20 THEN $5 ELSE failing_since END,
                warned_at = CASE WHEN version = $20 AND $5::timestamptz IS NULL THEN NULL ELSE warned_at END,
                leased_until = \(LeaseSQL.webhookEnd)
            WHERE id = $1 AND fencing_token = $2 RETURNING version),
        written AS (
            INSERT INTO deliveries AS d (webhook, position, day, change, type, subject, state, attempts, created_at,
                due_at, is_replay, attempted_at, status, failure, reply)
            SELECT $1, g.position, date '1970-01-01' + g.day, change, type, subject, state, attempts, created_at,
                due_at, is_replay, attempted_at, status, failure, reply
            FROM unnest($6::bigint[], $7::int[], $8::uuid[], $9::text[], $10::uuid[], $11::text[], $12::int[],
                $13::timestamptz[], $14::timestamptz[], $15::boolean[], $16::timestamptz[], $17::int[], $18::text[],
                $19::text[]) AS g (position, day, change, type, subject, state, attempts, created_at, due_at,
                is_replay, attempted_at, status, failure, reply), lease
            WHERE (lease.version = $20 OR g.state <> 'missed')
                AND (EXISTS (SELECT FROM changes AS c
                    WHERE c.position = g.position AND c.day = date '1970-01-01' + g.day)
                OR EXISTS (SELECT FROM deliveries AS t WHERE t.webhook = $1 AND t.position = g.position
                    AND t.day = date '1970-01-01' + g.day))
            ON CONFLICT (webhook, position, day) DO UPDATE SET state = excluded.state,
                attempts = excluded.attempts, due_at = excluded.due_at, is_replay = excluded.is_replay,
                attempted_at = excluded.attempted_at, status = excluded.status, failure = excluded.failure,
                reply = excluded.reply)
        SELECT version FROM lease
        """
    package let parameters: Parameters

    package init(
        _ rows: [WebhookDelivery], of webhook: UUID, fencingToken: Int64, version: Int64,
        progress: WebhookProgress
    ) {
        parameters = Parameters(
            webhook, fencingToken, progress.done.position, progress.done.day, progress.failingSince,
            rows.map(\.cursor.position), rows.map(\.cursor.day), rows.map(\.change), rows.map(\.type),
            rows.map(\.subject), rows.map(\.state.rawValue), rows.map(\.attempts), rows.map(\.createdAt),
            rows.map(\.dueAt), rows.map(\.isReplay), rows.map { $0.attempt?.at },
            rows.map { $0.attempt?.status }, rows.map { $0.attempt?.failure }, rows.map { $0.attempt?.reply },
            version)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// The changes behind a webhook's progress that have a delivery already.
package struct ListDeliveriesAhead: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT position FROM deliveries WHERE webhook = $1 AND position > $2"
    package let parameters: Parameters

    package init(of webhook: UUID, behind cursor: ChangeCursor) {
        parameters = Parameters(webhook, cursor.position)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Deliveries whose time has come, the earliest first.
package struct ListDueDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT d.position, d.day - date '1970-01-01', d.change, d.type, d.subject, c.sequence,
            coalesce(c.occurred_at, d.created_at), coalesce(c.payload, d.payload)::text, c.trace, d.attempts,
            d.created_at, d.is_replay
        FROM deliveries AS d LEFT JOIN changes AS c ON c.position = d.position AND c.day = d.day
        WHERE d.webhook = $1 AND d.is_replay = $2 AND d.due_at <= clock_timestamp()
            AND d.position <> ALL ($3::bigint[]) AND coalesce(c.payload, d.payload) IS NOT NULL
            AND (NOT $5 OR d.is_replay OR NOT EXISTS (SELECT FROM deliveries AS e WHERE e.webhook = $1
                AND e.subject = d.subject AND e.state = 'pending' AND NOT e.is_replay AND e.position < d.position))
        ORDER BY d.due_at LIMIT $4
        """
    package let parameters: Parameters

    /// - Parameters:
    ///   - isOrdered: whether a delivery waits for earlier ones of its subject.
    ///   - positions: of those that are being sent.
    package init(
        of webhook: UUID, areReplays: Bool, isOrdered: Bool, without positions: [Int64], limit: Int
    ) {
        parameters = Parameters(webhook, areReplays, positions, Int64(limit), isOrdered)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DueDelivery {
        try DueDelivery.decode(&row)
    }
}

/// Marks deliveries of a disabled webhook as missed whose time has come, or that wait for another, a part at
/// a time.
package struct MissDueDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE deliveries AS d SET state = 'missed', due_at = NULL
        FROM (SELECT position, day FROM deliveries WHERE webhook = $1 AND state = 'pending'
            AND (due_at IS NULL OR due_at <= clock_timestamp())
            AND EXISTS (SELECT FROM webhooks WHERE id = $1 AND fencing_token = $2 AND state = 'disabled' FOR SHARE)
            LIMIT \(rowsMax)) AS s
        WHERE d.webhook = $1 AND d.position = s.position AND d.day = s.day RETURNING d.subject
        """
    package static let rowsMax = 1_000
    package let parameters: Parameters

    package init(of webhook: UUID, fencingToken: Int64) {
        parameters = Parameters(webhook, fencingToken)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID? {
        try row.readOptionalUserID()
    }
}

/// Subjects that have an earlier change which is neither delivered nor given up.
package struct ListBlockedSubjects: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT DISTINCT subject FROM deliveries
        WHERE webhook = $1 AND state = 'pending' AND NOT is_replay AND subject IS NOT NULL
        """
    package let parameters: Parameters

    package init(of webhook: UUID) {
        parameters = Parameters(webhook)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID? {
        try row.readOptionalUserID()
    }
}

/// Makes each subject's first delivery that waits due; returns the subjects that have one.
package struct ReleaseDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE deliveries AS d SET due_at = coalesce(d.due_at, clock_timestamp())
        FROM (SELECT DISTINCT ON (w.subject) w.position, w.day FROM deliveries AS w
            WHERE w.webhook = $1 AND w.subject = ANY ($2) AND w.state = 'pending' AND NOT w.is_replay
            ORDER BY w.subject, w.position) AS f
        WHERE d.webhook = $1 AND d.position = f.position AND d.day = f.day RETURNING d.subject
        """
    package let parameters: Parameters

    package init(of subjects: [UserID], for webhook: UUID) {
        parameters = Parameters(webhook, subjects)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID? {
        try row.readOptionalUserID()
    }
}

/// Milliseconds until the next delivery is due, negative if it is; null without any.
package struct FindNextDue: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT ceil(extract(epoch FROM min(due_at) - clock_timestamp()) * 1000)::bigint FROM (
            SELECT min(due_at) AS due_at FROM deliveries WHERE webhook = $1 AND NOT is_replay AND due_at IS NOT NULL
                AND position <> ALL ($2::bigint[])
            UNION ALL
            SELECT min(due_at) FROM deliveries WHERE webhook = $1 AND is_replay AND due_at IS NOT NULL
                AND position <> ALL ($2::bigint[])) AS d
        """
    package let parameters: Parameters

    /// - Parameter positions: of those that are being sent.
    package init(of webhook: UUID, without positions: [Int64]) {
        parameters = Parameters(webhook, positions)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64? {
        try row.read()
    }
}

package import Postgres
package import Values

/// The uses of a limit by a key's caller in one process.
package struct KeyUse: Equatable, Sendable {
    package let key: Int64
    /// Of waiting until it would be whole again; below zero for what is given back.
    package let microseconds: Int64
    /// The maximum of all uses of the key.
    package let microsecondsMax: Int64

    package init(key: Int64, microseconds: Int64, microsecondsMax: Int64) {
        self.key = key
        self.microseconds = microseconds
        self.microsecondsMax = microsecondsMax
    }
}

/// Adds uses to what all processes have counted, and returns when each allowance will be whole again.
///
/// A row that says a time later than can be was written before the clock was set back: it starts anew. Sent
/// again after a commit in doubt, it counts twice; limits are approximate.
package struct CountUses: Statement {
    package typealias Row = (key: Int64, fullAt: Timestamp)

    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO limit_uses AS u (key, full_at, full_at_most)
        SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[])
        ON CONFLICT ON CONSTRAINT limit_uses_pkey DO UPDATE
        SET full_at = CASE WHEN u.full_at > excluded.full_at_most + interval '1 min' THEN excluded.full_at
                ELSE least(
                    greatest(u.full_at, $4::timestamptz) + (excluded.full_at - $4::timestamptz),
                    excluded.full_at_most)
                END,
            full_at_most = excluded.full_at_most
        RETURNING key, full_at
        """
    package let parameters: Parameters

    package init(_ uses: [KeyUse], at now: Timestamp) {
        let uses = uses.sorted { $0.key < $1.key }
        parameters = Parameters(
            uses.map(\.key), uses.map { now.adding(microseconds: $0.microseconds) },
            uses.map { now.adding(microseconds: $0.microsecondsMax) }, now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (key: try row.read(), fullAt: try row.readTimestamp())
    }
}

/// Forgets keys that have their allowance back, some of them; there is nothing to remember of them.
package struct DeleteSpentUses: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        DELETE FROM limit_uses WHERE key IN (SELECT key FROM limit_uses WHERE full_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(at now: Timestamp) { parameters = Parameters(now) }
}

/// Past a number of keys, forgets some of those nearest to having their allowance back.
package struct DeleteSurplusUses: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        DELETE FROM limit_uses WHERE key IN
            (SELECT key FROM limit_uses ORDER BY full_at DESC, key OFFSET $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(keysMax: Int64) { parameters = Parameters(keysMax) }
}

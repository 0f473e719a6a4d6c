package import FoundationEssentials
package import Postgres
package import Values

/// Says when keys were last used. Other processes say so too: one within the minute is enough.
package struct StampAPIKeys: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE api_keys AS k SET last_used_at = u.at
        FROM unnest($1::uuid[], $2::timestamptz[]) AS u (id, at)
        WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at - interval '50 s')
        """
    package let parameters: Parameters

    package init(_ uses: [UUID: Timestamp]) {
        let uses = uses.sorted { $0.key < $1.key }.map { (id: $0.key, at: $0.value) }
        parameters = Parameters(uses.map(\.id), uses.map(\.at))
    }
}

/// A valid key that should be revoked, or replaced.
package struct StaleAPIKey: Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case expired(at: Timestamp)
        /// Since its last use, or where it was never used since that is recorded, since it was made.
        case unused(since: Timestamp)
        /// It was made by a version that gave keys no tag.
        case untagged
    }

    package let id: UUID
    package let name: String
    package let reason: Reason

    package init(id: UUID, name: String, reason: Reason) {
        self.id = id
        self.name = name
        self.reason = reason
    }
}

/// Keys that have expired, that were not used for so many days, or that have no tag; oldest first.
///
/// Uses are recorded since a migration: earlier ones are unknown.
package struct ListStaleAPIKeys: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT id, name, CASE WHEN expires_at <= now THEN expires_at END, CASE WHEN
            greatest(created_at, last_used_at,
                (SELECT applied_at FROM schema_migrations WHERE name = 'keys_and_limits'))
                < now - make_interval(days => $1::int) THEN coalesce(last_used_at, created_at) END, has_tag
        FROM api_keys, clock_timestamp() AS now WHERE revoked_at IS NULL ORDER BY created_at, id
        """
    package let parameters: Parameters
    package init(unusedForDays days: Int32) { parameters = Parameters(days) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StaleAPIKey? {
        let (id, name): (UUID, String) = (try row.read(), try row.read())
        let (expiredAt, unusedSince) = (try row.readOptionalTimestamp(), try row.readOptionalTimestamp())
        let hasTag: Bool = try row.read()
        let reason: StaleAPIKey.Reason? =
            if let expiredAt { .expired(at: expiredAt) } else if let unusedSince {
                .unused(since: unusedSince)
            } else { hasTag ? nil : .untagged }
        return reason.map { StaleAPIKey(id: id, name: name, reason: $0) }
    }
}

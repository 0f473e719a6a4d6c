package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// Types of changes that are written for a while, or until the listener is removed.
package struct ChangeListener: Sendable {
    package let name: String
    package let types: ChangeTypes
    package let registeredAt: Timestamp
    package let expiresAt: Timestamp?
}

package struct ListChangeListeners: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT name, types, registered_at, expires_at FROM change_listeners"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ChangeListener {
        ChangeListener(
            name: try row.read(), types: ChangeTypes(try readTypes(&row)),
            registeredAt: try row.readTimestamp(),
            expiresAt: try row.readOptionalTimestamp())
    }

    /// Without those of a later version.
    private static func readTypes(_ row: inout RowReader) throws(PostgresError) -> [ChangeType] {
        let names: [String] = try row.read()
        return names.compactMap(ChangeType.init)
    }
}

/// Registers a listener, or extends its time; says whether it is new, or wants other types than before.
package struct RegisterChangeListener: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH before AS (SELECT types FROM change_listeners WHERE name = $1),
        written AS (
            INSERT INTO change_listeners AS l (name, types, expires_at)
            VALUES ($1, $2, clock_timestamp() + $3 * interval '1 s')
            ON CONFLICT (name) DO UPDATE SET types = excluded.types, expires_at = excluded.expires_at,
                registered_at = CASE WHEN l.types = excluded.types THEN l.registered_at ELSE clock_timestamp() END,
                confirmed_position = CASE WHEN l.types = excluded.types THEN l.confirmed_position END
            RETURNING types)
        SELECT w.types IS DISTINCT FROM (SELECT types FROM before) AS is_new,
            CASE WHEN w.types IS DISTINCT FROM (SELECT types FROM before)
                THEN pg_notify('\(Channels.changeListeners)', '') END IS NULL
        FROM written AS w
        """
    package let parameters: Parameters

    /// - Parameter seconds: nil for one that stays until it is removed.
    package init(_ name: String, _ types: ChangeTypes, forSeconds seconds: Int64?) {
        parameters = Parameters(name, types.types.map(\.rawValue), seconds)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        let isNew: Bool = try row.read()
        let _: Bool = try row.read()
        return isNew
    }
}

/// Confirms a listener that was registered so long ago that every process knows of it, or that wants no type
/// which a confirmed one doesn't. It takes a position, which is later than all before the listener.
package struct ConfirmChangeListener: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE change_listeners AS l SET confirmed_position = nextval('change_positions')
        WHERE name = $1 AND confirmed_position IS NULL
            AND (registered_at <= clock_timestamp() - $2 * interval '1 ms'
                OR EXISTS (SELECT FROM change_listeners AS o WHERE o.name <> $1
                    AND o.confirmed_position IS NOT NULL AND o.expires_at IS NULL AND o.types @> l.types))
        """
    package let parameters: Parameters

    package init(_ name: String, afterMilliseconds milliseconds: Int) {
        parameters = Parameters(name, Int64(milliseconds))
    }
}

/// From where on a listener misses nothing; null until it is confirmed.
package struct FindConfirmedPosition: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT confirmed_position FROM change_listeners WHERE name = $1"
    package let parameters: Parameters

    package init(_ name: String) {
        parameters = Parameters(name)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64? {
        try row.read()
    }
}

/// Uses a ticket of a stream; nothing where it was used before.
package struct UseTicket: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO used_tickets (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id
        """
    package let parameters: Parameters

    package init(_ id: UUID, until expiresAt: Timestamp) {
        parameters = Parameters(id, expiresAt)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

package struct DeleteExpiredTickets: Statement {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM used_tickets WHERE expires_at < clock_timestamp()"

    package init() {}
}

/// Removes a listener.
package struct RemoveChangeListener: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH removed AS (DELETE FROM change_listeners WHERE name = $1 RETURNING name)
        SELECT pg_notify('\(Channels.changeListeners)', '') IS NULL FROM removed
        """
    package let parameters: Parameters

    package init(_ name: String) {
        parameters = Parameters(name)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        try row.read()
    }
}

/// Removes listeners whose time is up.
package struct RemoveExpiredChangeListeners: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH removed AS (DELETE FROM change_listeners WHERE expires_at < clock_timestamp() RETURNING name)
        SELECT pg_notify('\(Channels.changeListeners)', '') IS NULL FROM (SELECT FROM removed LIMIT 1) AS r
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        try row.read()
    }
}

/// Wakes the readers of all processes. Never sent within a transaction that pays: it would hold a lock of the
/// whole installation until after the commit.
package struct NotifyChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_notify('\(Channels.changes)', '') IS NULL"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        try row.read()
    }
}

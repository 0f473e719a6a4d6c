package import FoundationEssentials
package import Postgres
package import Values

/// Ends a session of a holder, and returns its id; nothing if the holder has none such.
package struct EndConsoleSession: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE console_sessions SET ended_at = $4
        WHERE id = $1 AND (operator = $2 OR api_key = $3) AND ended_at IS NULL AND expires_at > $4 RETURNING id
        """
    package let parameters: Parameters

    package init(_ id: UUID, of holder: ConsoleHolder, at now: Timestamp) {
        parameters = Parameters(id, holder.operatorID, holder.apiKeyID, now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Ends all sessions of an operator.
package struct EndConsoleSessions: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "UPDATE console_sessions SET ended_at = $2 WHERE operator = $1 AND ended_at IS NULL"
    package let parameters: Parameters
    package init(of id: UUID, at now: Timestamp) { parameters = Parameters(id, now) }
}

/// Writes when a session was last used, and its operator with it.
package struct StampConsoleSession: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH stamped AS (
            UPDATE console_sessions SET seen_at = $2 WHERE id = $1 AND seen_at < $2 RETURNING operator)
        UPDATE operators AS o SET seen_at = $2 FROM stamped AS s WHERE o.id = s.operator
        """
    package let parameters: Parameters
    package init(_ id: UUID, at now: Timestamp) { parameters = Parameters(id, now) }
}

package struct DeleteEndedConsoleSessions: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        DELETE FROM console_sessions WHERE id IN
            (SELECT id FROM console_sessions WHERE least(ended_at, expires_at) < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(before time: Timestamp) { parameters = Parameters(time) }
}

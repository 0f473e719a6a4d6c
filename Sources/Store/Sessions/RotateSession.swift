package import FoundationEssentials
package import Postgres
package import Values

/// Replaces a session's token by its successor, unless another call did so first: then no row comes back.
package struct RotateSession: Statement {
    package typealias Row = UUID

    package static let route = Route.oneShard
    package static let sql = """
        UPDATE sessions SET previous_token_hash = token_hash, token_hash = $4, rotated_at = $5, expires_at = $6,
            generation = $7, attempt_hash = $8
        WHERE uid = $1 AND sid = $2 AND token_hash = $3 RETURNING sid
        """
    package let parameters: Parameters

    /// - Parameter attemptHash: of the attempt that asks; nil without one.
    package init(
        _ session: SessionRecord, to successorHash: [UInt8], at now: Timestamp, expiresAt: Timestamp,
        attemptHash: [UInt8]? = nil
    ) {
        parameters = Parameters(
            session.uid, session.sid, session.tokenHash, successorHash, now, expiresAt,
            session.generation + 1, attemptHash)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Gives an existing session a new token, whatever it had. The former one is no longer valid, and for a
/// moment not yet a sign of theft: the new generation counts as seen.
package struct ReplaceSessionToken: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE sessions SET previous_token_hash = token_hash, token_hash = $3, rotated_at = $4, expires_at = $5,
            generation = generation + 1, seen_generation = generation + 1, attempt_hash = NULL
        WHERE uid = $1 AND sid = $2
        """
    package let parameters: Parameters

    package init(_ session: SessionRecord) {
        parameters = Parameters(
            session.uid, session.sid, session.tokenHash, session.createdAt, session.expiresAt)
    }
}

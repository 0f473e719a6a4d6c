package import FoundationEssentials
package import Postgres
package import Values

/// One session, if it is there.
package struct FindSession: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(SessionRecord.columns) FROM sessions WHERE uid = $1 AND sid = $2"
    package let parameters: Parameters
    package init(uid: UserID, sid: UUID) { parameters = Parameters(uid, sid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SessionRecord {
        try row.readSession()
    }
}

extension SessionRecord {
    static let columns = """
        uid, sid, token_hash, previous_token_hash, rotated_at, created_at, expires_at, generation,
        seen_generation, attempt_hash, device, install_key
        """
}

extension RowReader {
    mutating func readSession() throws(PostgresError) -> SessionRecord {
        SessionRecord(
            uid: try readUserID(), sid: try read(), tokenHash: try read(), previousTokenHash: try read(),
            rotatedAt: try readOptionalTimestamp(), createdAt: try readTimestamp(),
            expiresAt: try readTimestamp(), generation: try read(), seenGeneration: try read(),
            attemptHash: try read(), device: try read(), installKey: try read())
    }
}

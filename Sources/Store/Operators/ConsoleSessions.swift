package import FoundationEssentials
package import Postgres
package import Values

/// The holder of a session of the console.
package enum ConsoleHolder: Equatable, Sendable {
    case `operator`(UUID)
    case apiKey(UUID)

    var operatorID: UUID? { if case .operator(let id) = self { id } else { nil } }
    var apiKeyID: UUID? { if case .apiKey(let id) = self { id } else { nil } }
}

/// A session of the console; only its token's hash is stored.
package struct ConsoleSessionRecord: Equatable, Sendable {
    package let id: UUID
    package let tokenHash: [UInt8]
    package let holder: ConsoleHolder
    package let address: String
    package let userAgent: String
    package let createdAt: Timestamp
    /// To the minute.
    package let seenAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        id: UUID, tokenHash: [UInt8], holder: ConsoleHolder, address: String, userAgent: String,
        createdAt: Timestamp, seenAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.tokenHash = tokenHash
        self.holder = holder
        self.address = address
        self.userAgent = userAgent
        self.createdAt = createdAt
        self.seenAt = seenAt
        self.expiresAt = expiresAt
    }

    static let columns = [
        "id", "token_hash", "operator", "api_key", "address", "user_agent", "created_at", "seen_at",
        "expires_at",
    ].map { "s.\($0)" }.joined(separator: ", ")

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ConsoleSessionRecord {
        let (id, hash): (UUID, [UInt8]?) = (try row.read(), try row.read())
        let (operatorID, keyID): (UUID?, UUID?) = (try row.read(), try row.read())
        guard let holder = operatorID.map(ConsoleHolder.operator) ?? keyID.map(ConsoleHolder.apiKey) else {
            throw .decoding("console session \(id) has no holder")
        }
        return ConsoleSessionRecord(
            id: id, tokenHash: hash ?? [], holder: holder, address: try row.read(),
            userAgent: try row.read(), createdAt: try row.readTimestamp(), seenAt: try row.readTimestamp(),
            expiresAt: try row.readTimestamp())
    }
}

package struct InsertConsoleSession: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO console_sessions (id, token_hash, operator, api_key, address, user_agent, created_at, seen_at,
            expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
    package let parameters: Parameters

    package init(_ record: ConsoleSessionRecord) {
        parameters = Parameters(
            record.id, record.tokenHash, record.holder.operatorID, record.holder.apiKeyID, record.address,
            record.userAgent, record.createdAt, record.seenAt, record.expiresAt)
    }
}

/// A session that has not ended, with its operator, if it is one's who was not removed.
package struct FindConsoleSession: Statement {
    package typealias Row = (session: ConsoleSessionRecord, holder: OperatorRecord?)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(ConsoleSessionRecord.columns), o.id IS NOT NULL, o.id, o.email, o.role, o.password_hash,
            o.totp_secret, o.created_at, o.seen_at
        FROM console_sessions AS s LEFT JOIN operators AS o ON o.id = s.operator AND o.removed_at IS NULL
        WHERE s.token_hash = $1 AND s.ended_at IS NULL AND s.expires_at > $2
        """
    package let parameters: Parameters
    package init(_ hash: [UInt8], at now: Timestamp) { parameters = Parameters(hash, now) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        let session = try ConsoleSessionRecord.decode(&row)
        let isOperator: Bool = try row.read()
        return (session, isOperator ? try OperatorRecord.decode(&row) : nil)
    }
}

/// The key that a session is of, if it was not revoked.
package struct FindConsoleKey: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(ListAPIKeys.columns) FROM api_keys WHERE revoked_at IS NULL
            AND id = (SELECT api_key FROM console_sessions WHERE token_hash = $1)
        """
    package let parameters: Parameters
    package init(ofSession hash: [UInt8]) { parameters = Parameters(hash) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> APIKeyRecord {
        try ListAPIKeys.decode(&row)
    }
}

/// A holder's sessions that have not ended, newest first.
package struct ListConsoleSessions: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(ConsoleSessionRecord.columns) FROM console_sessions AS s
        WHERE (s.operator = $1 OR s.api_key = $2) AND s.ended_at IS NULL AND s.expires_at > $3
        ORDER BY s.created_at DESC, s.id DESC LIMIT 100
        """
    package let parameters: Parameters

    package init(of holder: ConsoleHolder, at now: Timestamp) {
        parameters = Parameters(holder.operatorID, holder.apiKeyID, now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ConsoleSessionRecord {
        try ConsoleSessionRecord.decode(&row)
    }
}

/// Whether an operator has signed in from an address lately.
package struct FindConsoleAddress: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT EXISTS (SELECT FROM console_sessions WHERE operator = $1 AND address = $2)"
    package let parameters: Parameters
    package init(_ address: String, of id: UUID) { parameters = Parameters(id, address) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool {
        try row.read()
    }
}

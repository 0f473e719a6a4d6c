package import FoundationEssentials
package import Postgres
package import Values

/// A person who may sign in to the console.
package struct OperatorRecord: Equatable, Sendable {
    package let id: UUID
    package let email: String
    /// `viewer`, `support`, `manager` or `admin`.
    package let role: String
    /// Nil until an invitation was accepted.
    package let passwordHash: String?
    /// Encrypted.
    package let totpSecret: [UInt8]?
    package let createdAt: Timestamp
    /// To the minute.
    package let seenAt: Timestamp?

    package init(
        id: UUID, email: String, role: String, passwordHash: String? = nil, totpSecret: [UInt8]? = nil,
        createdAt: Timestamp, seenAt: Timestamp? = nil
    ) {
        self.id = id
        self.email = email
        self.role = role
        self.passwordHash = passwordHash
        self.totpSecret = totpSecret
        self.createdAt = createdAt
        self.seenAt = seenAt
    }

    static let columns = "id, email, role, password_hash, totp_secret, created_at, seen_at"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> OperatorRecord {
        OperatorRecord(
            id: try row.read(), email: try row.read(), role: try row.read(), passwordHash: try row.read(),
            totpSecret: try row.read(), createdAt: try row.readTimestamp(),
            seenAt: try row.readOptionalTimestamp())
    }
}

/// All operators, by e-mail.
package struct ListOperators: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT \(OperatorRecord.columns) FROM operators WHERE removed_at IS NULL ORDER BY email"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> OperatorRecord {
        try OperatorRecord.decode(&row)
    }
}

package struct FindOperator: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT \(OperatorRecord.columns) FROM operators WHERE email = $1 AND removed_at IS NULL"
    package let parameters: Parameters
    package init(_ email: String) { parameters = Parameters(email) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> OperatorRecord {
        try OperatorRecord.decode(&row)
    }
}

/// The operators that have an e-mail, or had it before they were removed.
package struct FindOperatorIDs: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT id FROM operators WHERE email = $1 ORDER BY id"
    package let parameters: Parameters
    package init(_ email: String) { parameters = Parameters(email) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Locks an operator until the transaction ends, and reads it.
package struct LockOperator: Statement {
    package static let route = Route.coordinator
    package static let sql = FindOperator.sql + " FOR UPDATE"
    package let parameters: Parameters
    package init(_ email: String) { parameters = Parameters(email) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> OperatorRecord {
        try OperatorRecord.decode(&row)
    }
}

/// Adds an operator, and returns its id; nothing if the e-mail has one.
package struct InsertOperator: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO operators (id, email, role, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT (email) WHERE removed_at IS NULL DO NOTHING RETURNING id
        """
    package let parameters: Parameters

    package init(_ record: OperatorRecord) {
        parameters = Parameters(record.id, record.email, record.role, record.createdAt)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Changes the role, and the secret's encryption with it.
package struct SetOperatorRole: Statement {
    package static let route = Route.coordinator
    package static let sql = "UPDATE operators SET role = $2, totp_secret = $3 WHERE id = $1"
    package let parameters: Parameters

    package init(_ id: UUID, to role: String, totpSecret: [UInt8]?) {
        parameters = Parameters(id, role, totpSecret)
    }
}

/// Makes password, second factor and recovery codes void.
package struct ResetOperator: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE operators SET password_hash = NULL, totp_secret = NULL, totp_step = NULL, recovery_hashes = '{}'
        WHERE id = $1
        """
    package let parameters: Parameters
    package init(_ id: UUID) { parameters = Parameters(id) }
}

/// The same, permanently.
package struct RemoveOperator: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE operators SET removed_at = $2, password_hash = NULL, totp_secret = NULL, totp_step = NULL,
            recovery_hashes = '{}'
        WHERE id = $1
        """
    package let parameters: Parameters
    package init(_ id: UUID, at now: Timestamp) { parameters = Parameters(id, now) }
}

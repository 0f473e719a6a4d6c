package import FoundationEssentials
package import Postgres
package import Values

/// A one-time link for an operator; only its token's hash is stored.
package struct OperatorInvitationRecord: Equatable, Sendable {
    package let tokenHash: [UInt8]
    package let operatorID: UUID
    /// Encrypted.
    package let totpSecret: [UInt8]
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        tokenHash: [UInt8], operatorID: UUID, totpSecret: [UInt8], createdAt: Timestamp, expiresAt: Timestamp
    ) {
        self.tokenHash = tokenHash
        self.operatorID = operatorID
        self.totpSecret = totpSecret
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    static let columns = "token_hash, operator, totp_secret, created_at, expires_at"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> OperatorInvitationRecord {
        OperatorInvitationRecord(
            tokenHash: try row.read() ?? [], operatorID: try row.read(), totpSecret: try row.read() ?? [],
            createdAt: try row.readTimestamp(), expiresAt: try row.readTimestamp())
    }
}

/// Invites an operator. Delete earlier invitations first.
package struct InsertOperatorInvitation: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO operator_invitations (\(OperatorInvitationRecord.columns)) VALUES ($1, $2, $3, $4, $5)
        """
    package let parameters: Parameters

    package init(_ record: OperatorInvitationRecord) {
        parameters = Parameters(
            record.tokenHash, record.operatorID, record.totpSecret, record.createdAt, record.expiresAt)
    }
}

/// An invitation that can be accepted, with its operator.
package struct FindOperatorInvitation: Statement {
    package typealias Row = (invitation: OperatorInvitationRecord, email: String, role: String)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT i.token_hash, i.operator, i.totp_secret, i.created_at, i.expires_at, o.email, o.role
        FROM operator_invitations AS i JOIN operators AS o ON o.id = i.operator AND o.removed_at IS NULL
        WHERE i.token_hash = $1 AND i.used_at IS NULL AND i.expires_at > $2
        """
    package let parameters: Parameters
    package init(_ hash: [UInt8], at now: Timestamp) { parameters = Parameters(hash, now) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (try OperatorInvitationRecord.decode(&row), email: try row.read(), role: try row.read())
    }
}

/// An operator's invitations that were not accepted.
package struct ListOperatorInvitations: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(OperatorInvitationRecord.columns) FROM operator_invitations WHERE operator = $1 AND used_at IS NULL
        """
    package let parameters: Parameters
    package init(of id: UUID) { parameters = Parameters(id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> OperatorInvitationRecord {
        try OperatorInvitationRecord.decode(&row)
    }
}

/// Marks an invitation as accepted, and returns its operator; nothing the second time.
package struct UseOperatorInvitation: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE operator_invitations SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
        RETURNING operator
        """
    package let parameters: Parameters
    package init(_ hash: [UInt8], at now: Timestamp) { parameters = Parameters(hash, now) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Stores an invitation's secret in another encryption.
package struct SetInvitationSecret: Statement {
    package static let route = Route.coordinator
    package static let sql = "UPDATE operator_invitations SET totp_secret = $2 WHERE token_hash = $1"
    package let parameters: Parameters
    package init(_ hash: [UInt8], to totpSecret: [UInt8]) { parameters = Parameters(hash, totpSecret) }
}

/// Ends the invitations of an operator.
package struct DeleteOperatorInvitations: Statement {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM operator_invitations WHERE operator = $1"
    package let parameters: Parameters
    package init(of id: UUID) { parameters = Parameters(id) }
}

package struct DeleteExpiredInvitations: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        DELETE FROM operator_invitations WHERE token_hash IN
            (SELECT token_hash FROM operator_invitations WHERE expires_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(before time: Timestamp) { parameters = Parameters(time) }
}

package import Postgres
package import Referrals
package import Values

/// Gives an account another password, whatever it was; nothing where the account has another e-mail by now.
package struct SetPasswordHash: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "UPDATE credentials SET password_hash = $3 WHERE email = $1 AND uid = $2 RETURNING uid"
    package let parameters: Parameters

    package init(of uid: UserID, _ email: EmailAddress, to passwordHash: String) {
        parameters = Parameters(email.description, uid, passwordHash)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// Lets go of an e-mail; returns what password it had.
package struct DeleteCredential: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "DELETE FROM credentials WHERE email = $1 AND uid = $2 RETURNING email, uid, password_hash, created_at"
    package let parameters: Parameters
    package init(_ email: EmailAddress, of uid: UserID) { parameters = Parameters(email.description, uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> CredentialRecord {
        CredentialRecord(
            email: try row.readValue(EmailAddress.init), uid: try row.readUserID(),
            passwordHash: try row.read(), createdAt: try row.readTimestamp())
    }
}

/// The sessions of one user that have not ended, the one that was used last first.
package struct ListSessions: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(SessionRecord.columns) FROM sessions
        WHERE uid = $1 AND expires_at > $2 ORDER BY expires_at DESC, sid DESC
        """
    package let parameters: Parameters
    package init(of uid: UserID, at now: Timestamp) { parameters = Parameters(uid, now) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SessionRecord {
        try row.readSession()
    }
}

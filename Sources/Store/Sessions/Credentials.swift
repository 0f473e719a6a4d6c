package import Postgres
package import Referrals
package import Values

/// An e-mail and the hash of its password, as libsodium writes it.
package struct CredentialRecord: Equatable, Sendable {
    package let email: EmailAddress
    package let uid: UserID
    package let passwordHash: String
    package let createdAt: Timestamp

    package init(email: EmailAddress, uid: UserID, passwordHash: String, createdAt: Timestamp) {
        self.email = email
        self.uid = uid
        self.passwordHash = passwordHash
        self.createdAt = createdAt
    }
}

/// The credentials of these e-mails; unknown ones are omitted.
package struct FindCredential: Statement {
    package static let route = Route.oneShard
    package static let sql = "\(rows) WHERE email = ANY ($1::text[])"
    fileprivate static let rows = "SELECT email, uid, password_hash, created_at FROM credentials"
    package let parameters: Parameters
    package init(_ emails: [EmailAddress]) { parameters = Parameters(emails.map(\.description)) }
    package init(_ email: EmailAddress) { self.init([email]) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> CredentialRecord {
        CredentialRecord(
            email: try row.readValue(EmailAddress.init), uid: try row.readUserID(),
            passwordHash: try row.read(), createdAt: try row.readTimestamp())
    }
}

/// The credential of a locked user's e-mail, as the last transaction left it that had the user's lock.
///
/// On Citus the credential is on another node, and nodes commit one after the other. So the user may be free
/// while the credential's change is not yet visible. A shared lock waits for that.
package struct FindCommittedCredential: Statement {
    package static let route = Route.oneShard
    package static let sql = "\(FindCredential.rows) WHERE email = $1"
    package static let citusSQL = sql + " FOR SHARE"
    package let parameters: Parameters
    package init(_ email: EmailAddress) { parameters = Parameters(email.description) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> CredentialRecord {
        try FindCredential.decode(&row)
    }
}

/// The users of these e-mails; unknown ones are omitted.
package struct FindEmailOwners: Statement {
    package typealias Row = (email: EmailAddress, uid: UserID)

    package static let route = Route.oneShard
    package static let sql = "SELECT email, uid FROM credentials WHERE email = ANY ($1::text[])"
    package let parameters: Parameters
    package init(_ emails: [EmailAddress]) { parameters = Parameters(emails.map(\.description)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (email: try row.readValue(EmailAddress.init), uid: try row.readUserID())
    }
}

/// Claims e-mails, and returns those that were free. A claim in progress elsewhere is waited for.
package struct InsertCredentials: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO credentials (email, uid, password_hash, created_at)
        SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::timestamptz[])
        ON CONFLICT ON CONSTRAINT credentials_pkey DO NOTHING RETURNING email
        """
    package let parameters: Parameters

    package init(_ credentials: [CredentialRecord]) {
        let credentials = credentials.sorted { $0.email < $1.email }
        parameters = Parameters(
            credentials.map(\.email.description), credentials.map(\.uid), credentials.map(\.passwordHash),
            credentials.map(\.createdAt))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> EmailAddress {
        try row.readValue(EmailAddress.init)
    }
}

/// Replaces a password's hash by a stronger one of the same password, unless it changed meanwhile.
package struct UpdatePasswordHash: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "UPDATE credentials SET password_hash = $3 WHERE email = $1 AND password_hash = $2"
    package let parameters: Parameters

    package init(of credential: CredentialRecord, to passwordHash: String) {
        parameters = Parameters(credential.email.description, credential.passwordHash, passwordHash)
    }
}

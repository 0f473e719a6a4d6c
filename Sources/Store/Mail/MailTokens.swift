package import Postgres
package import Referrals
package import Values

/// The purpose and the expiry of a mailed link; only its token's hash is stored.
package struct MailTokenRecord: Equatable, Sendable {
    package let uid: UserID
    package let hash: [UInt8]
    package let purpose: MailPurpose
    package let email: EmailAddress
    /// When its mail was ordered.
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        uid: UserID, hash: [UInt8], purpose: MailPurpose, email: EmailAddress, createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.uid = uid
        self.hash = hash
        self.purpose = purpose
        self.email = email
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

package struct InsertMailToken: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO mail_tokens (uid, token_hash, purpose, email, created_at, expires_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT ON CONSTRAINT mail_tokens_pkey DO NOTHING
        """
    package let parameters: Parameters

    package init(_ token: MailTokenRecord) {
        parameters = Parameters(
            token.uid, token.hash, token.purpose.rawValue, token.email.description, token.createdAt,
            token.expiresAt)
    }
}

/// The token of a link, if it is good still.
package struct FindMailToken: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, token_hash, purpose, email, created_at, expires_at FROM mail_tokens
        WHERE uid = $1 AND token_hash = $2 AND expires_at > $3
        """
    package let parameters: Parameters

    package init(of uid: UserID, _ hash: [UInt8], at now: Timestamp) {
        parameters = Parameters(uid, hash, now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MailTokenRecord {
        try row.readMailToken()
    }
}

/// A user's unused links, and those that have expired recently.
package struct FindMailTokens: OfUser {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, token_hash, purpose, email, created_at, expires_at FROM mail_tokens WHERE uid = $1
        """
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MailTokenRecord {
        try row.readMailToken()
    }
}

/// Marks a link's token as used: a second use returns nothing.
package struct TakeMailToken: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM mail_tokens
        WHERE uid = $1 AND token_hash = $2 AND expires_at > $3 AND purpose = ANY ($4::text[])
        RETURNING uid, token_hash, purpose, email, created_at, expires_at
        """
    package let parameters: Parameters

    package init(of uid: UserID, _ hash: [UInt8], for purposes: [MailPurpose], at now: Timestamp) {
        parameters = Parameters(uid, hash, now, purposes.map(\.rawValue))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MailTokenRecord {
        try row.readMailToken()
    }
}

/// Ends the links of a user that are for these purposes.
package struct DeleteMailTokens: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM mail_tokens WHERE uid = $1 AND purpose = ANY ($2::text[])"
    package let parameters: Parameters

    package init(of uid: UserID, for purposes: [MailPurpose]) {
        parameters = Parameters(uid, purposes.map(\.rawValue))
    }
}

/// Forgets links that are no longer good, in small bites.
package struct DeleteExpiredMailTokens: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM mail_tokens WHERE (uid, token_hash) IN
            (SELECT uid, token_hash FROM mail_tokens WHERE expires_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(at now: Timestamp) { parameters = Parameters(now) }
}

extension RowReader {
    fileprivate mutating func readMailToken() throws(PostgresError) -> MailTokenRecord {
        let (uid, hash) = (try readUserID(), try read() ?? [UInt8]())
        let purpose = try readValue(MailPurpose.init(rawValue:))
        let email = try readValue(EmailAddress.init)
        let (createdAt, expiresAt) = (try readOptionalTimestamp(), try readTimestamp())
        return MailTokenRecord(
            uid: uid, hash: hash, purpose: purpose, email: email,
            // Servers of the version before don't write it.
            createdAt: createdAt ?? expiresAt.adding(seconds: -purpose.lifetimeSeconds), expiresAt: expiresAt)
    }
}

package import Postgres
package import Values

/// An e-mail that an account had and had proved, as a keyed hash.
package struct PastEmail: Equatable, Sendable {
    package let uid: UserID
    /// 16 bytes.
    package let hash: [UInt8]
    package let attachedAt: Timestamp
    package let verifiedAt: Timestamp

    package init(uid: UserID, hash: [UInt8], attachedAt: Timestamp, verifiedAt: Timestamp) {
        self.uid = uid
        self.hash = hash
        self.attachedAt = attachedAt
        self.verifiedAt = verifiedAt
    }
}

package struct FindPastEmails: OfUser {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT uid, email_hash, attached_at, verified_at FROM past_emails WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> PastEmail {
        PastEmail(
            uid: try row.readUserID(), hash: try row.read() ?? [], attachedAt: try row.readTimestamp(),
            verifiedAt: try row.readTimestamp())
    }
}

/// Keeps an e-mail that an account lets go of; what is known of it already stays.
package struct InsertPastEmail: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO past_emails (uid, email_hash, attached_at, verified_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT past_emails_pkey DO NOTHING
        """
    package let parameters: Parameters

    package init(_ email: PastEmail) {
        parameters = Parameters(email.uid, email.hash, email.attachedAt, email.verifiedAt)
    }
}

/// When a user's e-mail was proved; nil where it never was.
package struct FindEmailProof: OfUser {
    package static let route = Route.oneShard
    package static let sql = "SELECT email_verified_at FROM users WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Timestamp? {
        try row.readOptionalTimestamp()
    }
}

/// Takes a user's e-mail off it.
package struct ClearEmail: OfUser {
    package static let route = Route.oneShard
    package static let sql = "UPDATE users SET email = NULL, email_verified_at = NULL WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Forgets e-mails of a user that were verified at a time or later; without a time all.
package struct DeletePastEmails: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "DELETE FROM past_emails WHERE uid = $1 AND verified_at >= coalesce($2::timestamptz, '-infinity')"
    package let parameters: Parameters

    package init(of uid: UserID, verifiedSince since: Timestamp? = nil) {
        parameters = Parameters(uid, since)
    }
}

internal import FoundationEssentials
package import Postgres
internal import Referrals
package import Values

/// Puts a mail into the outbox, due at once.
package struct InsertMail: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO mails (uid, id, kind, recipient, language, token, created_at, expires_at, due_at, detail)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9) ON CONFLICT ON CONSTRAINT mails_pkey DO NOTHING
        """
    package let parameters: Parameters

    package init(_ mail: MailRecord) {
        parameters = Parameters(
            mail.uid, mail.id, mail.content.rawValue, mail.recipient.description, mail.language, mail.token,
            mail.createdAt, mail.expiresAt, mail.detail)
    }
}

/// Mails whose time has come; the longest due first.
package struct FindDueMails: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT uid, id, kind, recipient, language, token, created_at, expires_at, attempts, detail FROM mails
        WHERE due_at <= $1 ORDER BY due_at LIMIT $2
        """
    package let parameters: Parameters
    package init(at now: Timestamp, limit: Int) { parameters = Parameters(now, Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MailRecord {
        MailRecord(
            uid: try row.readUserID(), id: try row.read(),
            content: try row.readValue(MailRecord.Content.init(rawValue:)),
            recipient: try row.readValue(EmailAddress.init), language: try row.read(), token: try row.read(),
            createdAt: try row.readTimestamp(), expiresAt: try row.readTimestamp(), attempts: try row.read(),
            detail: try row.read())
    }
}

/// Takes a mail unless another process has taken it since it was read, until it is due again; returns
/// nothing otherwise.
package struct TakeMail: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE mails SET due_at = $4, attempts = attempts + 1 WHERE uid = $1 AND id = $2 AND attempts = $3
        RETURNING attempts
        """
    package let parameters: Parameters

    package init(_ mail: MailRecord, until: Timestamp) {
        parameters = Parameters(mail.uid, mail.id, mail.attempts, until)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Says when a mail that wasn't sent is to be tried again.
package struct PostponeMail: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE mails SET due_at = $3 WHERE uid = $1 AND id = $2"
    package let parameters: Parameters

    package init(_ mail: MailRecord, until dueAt: Timestamp) {
        parameters = Parameters(mail.uid, mail.id, dueAt)
    }
}

/// Forgets what was to be sent to a user.
package struct DeleteMails: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM mails WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// A mail was sent, or is given up.
package struct DeleteMail: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM mails WHERE uid = $1 AND id = $2"
    package let parameters: Parameters
    package init(_ mail: MailRecord) { parameters = Parameters(mail.uid, mail.id) }
}

internal import FoundationEssentials
package import Postgres
internal import Referrals
package import Values

/// Puts a mail into the outbox, due at once.
package struct InsertMail: Statement {
    package static let sql = """
        INSERT INTO mails (uid, id, kind, recipient, language, token, created_at, expires_at, due_at, detail)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9) ON CONFLICT ON CONSTRAINT mails_pkey DO NOTHING
        """
    let mail: MailRecord

    package init(_ mail: MailRecord) {
        self.mail = mail
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(mail.uid)
        parameters.add(mail.id)
        parameters.add(mail.content.rawValue)
        parameters.add(mail.recipient.description)
        parameters.add(mail.language)
        parameters.add(mail.token)
        parameters.add(mail.createdAt)
        parameters.add(mail.expiresAt)
        parameters.add(mail.detail)
    }
}

/// Mails whose time has come; the longest due first.
package struct FindDueMails: Statement {
    package static let sql = """
        SELECT uid, id, kind, recipient, language, token, created_at, expires_at, attempts, detail FROM mails
        WHERE due_at <= $1 ORDER BY due_at LIMIT $2
        """
    let now: Timestamp
    let limit: Int

    package init(at now: Timestamp, limit: Int) {
        self.now = now
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(now)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> MailRecord {
        MailRecord(
            uid: try row.readUserID(), id: try row.read(),
            content: try row.readValue(MailRecord.Content.init(rawValue:)),
            recipient: try row.readValue(EmailAddress.init), language: try row.read(), token: try row.read(),
            createdAt: try row.readTimestamp(), expiresAt: try row.readTimestamp(), attempts: try row.read(),
            detail: try row.read())
    }
}

/// Takes a mail that nobody else has taken since it was read, until it is due again; nothing otherwise.
package struct TakeMail: Statement {
    package static let sql = """
        UPDATE mails SET due_at = $4, attempts = attempts + 1 WHERE uid = $1 AND id = $2 AND attempts = $3
        RETURNING attempts
        """
    let mail: MailRecord
    let until: Timestamp

    package init(_ mail: MailRecord, until: Timestamp) {
        self.mail = mail
        self.until = until
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(mail.uid)
        parameters.add(mail.id)
        parameters.add(mail.attempts)
        parameters.add(until)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Says when a mail that wasn't sent is to be tried again.
package struct PostponeMail: Statement {
    package static let sql = "UPDATE mails SET due_at = $3 WHERE uid = $1 AND id = $2"
    let uid: UserID
    let id: UUID
    let dueAt: Timestamp

    package init(_ mail: MailRecord, until dueAt: Timestamp) {
        (uid, id) = (mail.uid, mail.id)
        self.dueAt = dueAt
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(id)
        parameters.add(dueAt)
    }
}

/// Forgets what was to be sent to a user.
package struct DeleteMails: OfUser {
    package static let sql = "DELETE FROM mails WHERE uid = $1"
    package let uid: UserID

    package init(of uid: UserID) {
        self.uid = uid
    }
}

/// A mail was sent, or is given up.
package struct DeleteMail: Statement {
    package static let sql = "DELETE FROM mails WHERE uid = $1 AND id = $2"
    let uid: UserID
    let id: UUID

    package init(_ mail: MailRecord) {
        (uid, id) = (mail.uid, mail.id)
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(id)
    }
}

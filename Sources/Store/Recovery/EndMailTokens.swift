package import Postgres
package import Referrals
package import Values

/// Ends the links of a user for these purposes whose mails were ordered at a time or later.
package struct EndLaterMailTokens: Statement {
    package static let sql = """
        DELETE FROM mail_tokens
        WHERE uid = $1 AND purpose = ANY ($2::text[]) AND coalesce(created_at >= $3, expires_at >= $4)
        """
    let uid: UserID
    let purposes: [MailPurpose]
    let since: Timestamp

    package init(of uid: UserID, for purposes: [MailPurpose], since: Timestamp) {
        self.uid = uid
        self.purposes = purposes
        self.since = since
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(purposes.map(\.rawValue))
        parameters.add(since)
        // Servers of the version before don't write when a mail was ordered; all their undo links last so
        // long.
        parameters.add(since.adding(seconds: MailPurpose.undo.lifetimeSeconds))
    }
}

/// Ends a user's links that prove an e-mail other than this one.
package struct EndOtherVerifications: Statement {
    package static let sql =
        "DELETE FROM mail_tokens WHERE uid = $1 AND purpose = 'verification' AND email <> $2"
    let uid: UserID
    let email: EmailAddress

    package init(of uid: UserID, except email: EmailAddress) {
        self.uid = uid
        self.email = email
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(email.description)
    }
}

/// Ends a user's oldest links for a purpose, so that one more makes no more than so many.
package struct EndSurplusMailTokens: Statement {
    package static let sql = """
        DELETE FROM mail_tokens WHERE uid = $1 AND token_hash IN
            (SELECT token_hash FROM mail_tokens WHERE uid = $1 AND purpose = $2
             ORDER BY expires_at DESC, token_hash OFFSET $3)
        """
    let uid: UserID
    let purpose: MailPurpose
    let othersMax: Int64

    package init(of uid: UserID, for purpose: MailPurpose, othersMax: Int64) {
        self.uid = uid
        self.purpose = purpose
        self.othersMax = othersMax
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(purpose.rawValue)
        parameters.add(othersMax)
    }
}

/// Has the undo link of a change that takes effect now last from now on.
package struct ProlongUndo: Statement {
    package static let sql = """
        UPDATE mail_tokens SET expires_at = $3 WHERE uid = $1 AND purpose = 'undo' AND created_at = $2
        """
    let uid: UserID
    let madeAt: Timestamp
    let until: Timestamp

    /// - Parameter madeAt: when the change was asked for.
    package init(of uid: UserID, madeAt: Timestamp, until: Timestamp) {
        self.uid = uid
        self.madeAt = madeAt
        self.until = until
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(madeAt)
        parameters.add(until)
    }
}

package import Postgres
package import Referrals
package import Values

/// Ends the links of a user for these purposes whose mails were ordered at a time or later.
package struct EndLaterMailTokens: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM mail_tokens
        WHERE uid = $1 AND purpose = ANY ($2::text[]) AND coalesce(created_at >= $3, expires_at >= $4)
        """
    package let parameters: Parameters

    package init(of uid: UserID, for purposes: [MailPurpose], since: Timestamp) {
        // Servers of the version before don't write when a mail was ordered; all their undo links last so
        // long.
        let end = since.adding(seconds: MailPurpose.undo.lifetimeSeconds)
        parameters = Parameters(uid, purposes.map(\.rawValue), since, end)
    }
}

/// Ends a user's links that prove an e-mail other than this one.
package struct EndOtherVerifications: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "DELETE FROM mail_tokens WHERE uid = $1 AND purpose = 'verification' AND email <> $2"
    package let parameters: Parameters

    package init(of uid: UserID, except email: EmailAddress) {
        parameters = Parameters(uid, email.description)
    }
}

/// Ends a user's oldest links for a purpose, so that one more makes no more than so many.
package struct EndSurplusMailTokens: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM mail_tokens WHERE uid = $1 AND token_hash IN
            (SELECT token_hash FROM mail_tokens WHERE uid = $1 AND purpose = $2
             ORDER BY expires_at DESC, token_hash OFFSET $3)
        """
    package let parameters: Parameters

    package init(of uid: UserID, for purpose: MailPurpose, othersMax: Int64) {
        parameters = Parameters(uid, purpose.rawValue, othersMax)
    }
}

/// Has the undo link of a change that takes effect now last from now on.
package struct ProlongUndo: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE mail_tokens SET expires_at = $3 WHERE uid = $1 AND purpose = 'undo' AND created_at = $2
        """
    package let parameters: Parameters

    /// - Parameter madeAt: when the change was asked for.
    package init(of uid: UserID, madeAt: Timestamp, until: Timestamp) {
        parameters = Parameters(uid, madeAt, until)
    }
}

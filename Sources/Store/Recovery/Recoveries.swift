package import Postgres
package import Referrals
package import Values

/// When an account was recovered last, and the reset that waits for its time.
package struct RecoveryRecord: Equatable, Sendable {
    package let uid: UserID
    /// The last reset or undo; nil where there was none.
    package let recoveredAt: Timestamp?
    package let pending: PendingReset?
}

/// A password reset that takes effect later, unless a session of the account refuses it.
package struct PendingReset: Equatable, Sendable {
    package let email: EmailAddress
    package let passwordHash: String
    /// Of the mail that tells, as BCP 47 has it.
    package let language: String
    package let askedAt: Timestamp
    package let dueAt: Timestamp

    package init(
        email: EmailAddress, passwordHash: String, language: String, askedAt: Timestamp, dueAt: Timestamp
    ) {
        self.email = email
        self.passwordHash = passwordHash
        self.language = language
        self.askedAt = askedAt
        self.dueAt = dueAt
    }
}

package struct FindRecovery: OfUser {
    static let columns = "uid, recovered_at, email, password_hash, language, asked_at, due_at"
    package static let route = Route.oneShard
    package static let sql = "SELECT \(columns) FROM recoveries WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecoveryRecord {
        try row.readRecovery()
    }
}

/// Resets that take effect now, by PostgreSQL's clock.
package struct FindDueResets: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(FindRecovery.columns) FROM recoveries WHERE due_at <= now() AND uid <> ALL ($2::uuid[])
        ORDER BY due_at LIMIT $1
        """
    package let parameters: Parameters

    /// - Parameter others: whose are left out.
    package init(limit: Int, without others: [UserID] = []) { parameters = Parameters(Int64(limit), others) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecoveryRecord {
        try row.readRecovery()
    }
}

/// Keeps that an account was recovered, by a reset or an undo.
package struct KeepRecovery: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO recoveries (uid, recovered_at) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT recoveries_pkey DO UPDATE SET recovered_at = excluded.recovered_at
        """
    package let parameters: Parameters
    package init(of uid: UserID, at now: Timestamp) { parameters = Parameters(uid, now) }
}

/// Keeps a reset that waits for its time, instead of an earlier one.
package struct KeepPendingReset: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO recoveries (uid, email, password_hash, language, asked_at, due_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT ON CONSTRAINT recoveries_pkey DO UPDATE SET email = excluded.email,
            password_hash = excluded.password_hash, language = excluded.language,
            asked_at = excluded.asked_at, due_at = excluded.due_at
        """
    package let parameters: Parameters

    package init(_ reset: PendingReset, of uid: UserID) {
        parameters = Parameters(
            uid, reset.email.description, reset.passwordHash, reset.language, reset.askedAt, reset.dueAt)
    }
}

/// Ends a reset that waits for its time.
package struct EndPendingReset: OfUser {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE recoveries SET email = NULL, password_hash = NULL, language = NULL, asked_at = NULL,
            due_at = NULL
        WHERE uid = $1 AND due_at IS NOT NULL
        """
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

package struct DeleteRecovery: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM recoveries WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

extension RowReader {
    fileprivate mutating func readRecovery() throws(PostgresError) -> RecoveryRecord {
        let (uid, recoveredAt) = (try readUserID(), try readOptionalTimestamp())
        let email = try readOptional(EmailAddress.init)
        let (hash, language): (String?, String?) = (try read(), try read())
        let (askedAt, dueAt) = (try readOptionalTimestamp(), try readOptionalTimestamp())
        guard let email, let hash, let language, let askedAt, let dueAt else {
            return RecoveryRecord(uid: uid, recoveredAt: recoveredAt, pending: nil)
        }
        return RecoveryRecord(
            uid: uid, recoveredAt: recoveredAt,
            pending: PendingReset(
                email: email, passwordHash: hash, language: language, askedAt: askedAt, dueAt: dueAt))
    }
}

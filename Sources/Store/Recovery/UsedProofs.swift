package import FoundationEssentials
package import Postgres
package import Values

/// An ID token that has proved who calls, and what for.
package struct UsedProof: Equatable, Sendable {
    package let uid: UserID
    package let tokenHash: [UInt8]
    package let requestHash: [UInt8]
    package let expiresAt: Timestamp

    package init(uid: UserID, tokenHash: [UInt8], requestHash: [UInt8], expiresAt: Timestamp) {
        self.uid = uid
        self.tokenHash = tokenHash
        self.requestHash = requestHash
        self.expiresAt = expiresAt
    }
}

/// The used proof of a user's token.
package struct FindUsedProof: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, token_hash, request_hash, expires_at FROM used_proofs WHERE uid = $1 AND token_hash = $2
        """
    package let parameters: Parameters
    package init(of uid: UserID, _ tokenHash: [UInt8]) { parameters = Parameters(uid, tokenHash) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UsedProof {
        UsedProof(
            uid: try row.readUserID(), tokenHash: try row.read() ?? [], requestHash: try row.read() ?? [],
            expiresAt: try row.readTimestamp())
    }
}

/// Uses a token up; no row comes where it was used before.
package struct UseProof: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO used_proofs (uid, token_hash, request_hash, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT used_proofs_pkey DO NOTHING RETURNING uid
        """
    package let parameters: Parameters

    package init(_ proof: UsedProof) {
        parameters = Parameters(proof.uid, proof.tokenHash, proof.requestHash, proof.expiresAt)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

package struct DeleteExpiredProofs: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM used_proofs WHERE (uid, token_hash) IN
            (SELECT uid, token_hash FROM used_proofs WHERE expires_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(at now: Timestamp) { parameters = Parameters(now) }
}

/// The password before the last change, and which session changed it.
package struct FormerPassword: Equatable, Sendable {
    package let uid: UserID
    package let sid: UUID
    package let passwordHash: String
    package let changedAt: Timestamp

    package init(uid: UserID, sid: UUID, passwordHash: String, changedAt: Timestamp) {
        self.uid = uid
        self.sid = sid
        self.passwordHash = passwordHash
        self.changedAt = changedAt
    }
}

package struct FindFormerPassword: OfUser {
    package static let route = Route.oneShard
    package static let sql =
        "SELECT uid, sid, password_hash, changed_at FROM credential_changes WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> FormerPassword {
        FormerPassword(
            uid: try row.readUserID(), sid: try row.read(), passwordHash: try row.read(),
            changedAt: try row.readTimestamp())
    }
}

package struct KeepFormerPassword: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO credential_changes (uid, sid, password_hash, changed_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT credential_changes_pkey DO UPDATE SET sid = excluded.sid,
            password_hash = excluded.password_hash, changed_at = excluded.changed_at
        """
    package let parameters: Parameters

    package init(_ former: FormerPassword) {
        parameters = Parameters(former.uid, former.sid, former.passwordHash, former.changedAt)
    }
}

package struct DeleteFormerPassword: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM credential_changes WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

package struct DeleteFormerPasswords: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM credential_changes WHERE uid IN
            (SELECT uid FROM credential_changes WHERE changed_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(changedBefore before: Timestamp) { parameters = Parameters(before) }
}

package struct DeleteUsedProofs: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM used_proofs WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

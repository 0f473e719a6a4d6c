package import FoundationEssentials
package import Postgres
package import Values

/// Sets password and second factor, and returns the id; nothing if the operator was removed.
package struct SetOperatorCredentials: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE operators SET password_hash = $2, totp_secret = $3, totp_step = $4, recovery_hashes = $5, seen_at = $6
        WHERE id = $1 AND removed_at IS NULL RETURNING id
        """
    package let parameters: Parameters

    package init(
        of id: UUID, passwordHash: String, totpSecret: [UInt8], step: Int64, recoveryHashes: [[UInt8]],
        at now: Timestamp
    ) {
        parameters = Parameters(id, passwordHash, totpSecret, step, recoveryHashes, now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// The code that an operator signs in with.
package enum SpentOperatorCode: Equatable, Sendable {
    /// The step whose code it is.
    case step(Int64)
    /// The hash of a recovery code.
    case recovery([UInt8])
}

/// Takes a code, and returns the operator's id. It returns nothing if the code was used, or if the password
/// is another by now.
package struct SpendOperatorCode: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE operators SET totp_step = coalesce($3, totp_step), recovery_hashes = array_remove(recovery_hashes, $4),
            password_hash = coalesce($5, password_hash), seen_at = $6
        WHERE id = $1 AND password_hash = $2 AND removed_at IS NULL
            AND (totp_step < $3 OR $4 = ANY (recovery_hashes))
        RETURNING id
        """
    package let parameters: Parameters

    /// - Parameter strongerHash: replaces the password's; nil if it stays.
    package init(
        _ code: SpentOperatorCode, of id: UUID, passwordHash: String, strongerHash: String?, at now: Timestamp
    ) {
        let step: Int64? = if case .step(let step) = code { step } else { nil }
        let hash: [UInt8]? = if case .recovery(let hash) = code { hash } else { nil }
        parameters = Parameters(id, passwordHash, step, hash, strongerHash, now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Takes an account back for the e-mail that it had: whoever asked for another knows the password, so that no
/// more than a mail to this one opens it.
struct EmailUndo {
    typealias Done = (email: EmailAddress, endedSessions: [UUID])

    let context: ServiceContext
    let token: MailToken
    let language: String
    /// Of no password.
    let lockedHash: String
    let now: Timestamp

    func run() async throws(PostgresError) -> Result<Done, AccountError> {
        let terms = try await context.programme.current().trust
        return try await context.pool.transaction { transaction throws(PostgresError) in
            let uid = token.uid
            let (users, tokens, sessions) = try await transaction.send(
                LockUsers([uid]), TakeMailToken(of: uid, token.hash.bytes, for: [.undo], at: now),
                FindSessionsOfUsers([uid]))
            guard let user = users.first, let current = user.email, let found = tokens.first else {
                await transaction.rollback()
                return .failure(.linkGone)
            }
            guard try await claim(found.email, user, from: current, transaction) else {
                await transaction.rollback()
                return .failure(.emailAlreadyInUse)
            }
            try await context.keepMailboxes([(user, found.email)], for: terms, in: transaction)
            let sids = sessions.map(\.sid)
            try await transaction.commit(statements(for: user, found.email, ending: sids))
            return .success((found.email, sids))
        }
    }

    private func claim(
        _ email: EmailAddress, _ user: User, from current: EmailAddress, _ transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        guard email != current else { return true }
        let freed = try await transaction.send(DeleteCredential(current, of: user.uid)).first
        let credential = CredentialRecord(
            email: email, uid: user.uid, passwordHash: lockedHash, createdAt: freed?.createdAt ?? now)
        return try await !transaction.send(InsertCredentials([credential])).isEmpty
    }

    private func statements(
        for user: User, _ email: EmailAddress, ending sids: [UUID]
    ) -> [any Statement] {
        let reset = MailOrder(
            .reset, for: user.uid, about: email, to: email, in: language, at: now, context.makeID)
        let proved: [any Statement] =
            user.isEmailVerified ? [SetEmail(email, of: user.uid, verifiedAt: now)] : []
        return proved + [
            SetPasswordHash(of: user.uid, email, to: lockedHash),
            DeleteMailTokens(of: user.uid, for: MailPurpose.allCases),
        ] + context.ending(sids, of: user.uid, at: now) + reset.statements
    }
}

extension ServiceContext {
    /// Ends all sessions of a user, these among them: their tokens are good for nothing any more.
    func ending(_ sids: [UUID], of uid: UserID, at now: Timestamp) -> [any Statement] {
        let expiry = sessions.revocationExpiry(from: now)
        return [
            DeleteSessionsOfUsers([uid]),
            InsertRevocations(sids.map { Revocation(sid: $0, expiresAt: expiry) }),
        ]
    }
}

internal import Batching
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Opens a session for a verified credential, if it still is the account's. Verifying takes time, during
/// which the account may be recovered. So the credential is read again after locking the user.
struct SessionOpening {
    enum Shown {
        case password(CredentialRecord)
        case identity(provider: String, subject: String)
        case externalID(ExternalID)
    }

    let context: AccountsContext
    let uid: UserID
    let shown: Shown
    let session: SessionRecord
    let knownAddress: KnownAddress
    /// Whether it is a sign-in, which is stamped and takes a wish to leave back.
    var isSignIn = true
    /// A stronger hash of the same password.
    var strongerHash: String?
    let now: Timestamp

    /// - Returns: nil where the credential is not the account's, or the account has gone.
    func run() async throws(PostgresError) -> User? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let lock: [User] =
                isSignIn
                ? try await lock(StampSignIn(uid, at: now), transaction)
                : try await lock(LockUsers([uid]), transaction)
            guard let user = lock.first, !user.isGone, try await isCurrent(of: user, transaction) else {
                await transaction.rollback()
                return nil
            }
            try await transaction.commit(statements)
            return user
        }
    }

    private func lock<S: Statement>(
        _ statement: S, _ transaction: Transaction
    ) async throws(PostgresError) -> [User] where S.Row == User {
        try await transaction.send(statement)
    }

    private func isCurrent(of user: User, _ transaction: Transaction) async throws(PostgresError) -> Bool {
        switch shown {
        case .password(let verified):
            let found = try await transaction.send(FindCommittedCredential(verified.email)).first
            return found?.uid == uid && found?.passwordHash == verified.passwordHash
        case .identity(let provider, let subject):
            let found = try await transaction.send(FindUserIdentities(of: uid))
            return found.contains { $0.provider == provider && $0.subject == subject }
        case .externalID(let id):
            let uses = try await transaction.send(FindExternalIDUses(of: [uid]))
            return user.externalID == id && uses.first?.isEnded != true
        }
    }

    private var statements: [any Statement] {
        var statements: [any Statement] = [
            InsertSessions([session]),
            DeleteSurplusSessions(of: uid, keptMax: SessionIssuer.sessionsPerUserMax),
            RememberAddress(knownAddress),
            DeleteSurplusAddresses(of: uid, keptMax: AddressBook.addressesPerUserMax),
        ]
        if isSignIn { statements.append(CancelErasure(of: uid)) }
        if case .externalID(let id) = shown { statements.append(AcceptExternalID(id, of: uid, at: now)) }
        if case .password(let credential) = shown, let strongerHash {
            statements.append(UpdatePasswordHash(of: credential, to: strongerHash))
        }
        return statements
    }
}

internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// An account and all that leads into it, as it is while its row is locked: nobody changes it until the
/// transaction ends.
struct LockedAccount {
    let user: User
    let identities: [IdentityRecord]
    /// Those that are reserved for it.
    let unlinked: [UnlinkedIdentity]
    /// Of the e-mail that it has; nil without one.
    let credential: CredentialRecord?
    let emailVerifiedAt: Timestamp?
    let recovery: RecoveryRecord?
    let erasure: Erasure?
    let sids: [UUID]

    /// Nil where there is no e-mail.
    var emailAge: EmailAge? {
        credential.map { EmailAge(attachedAt: $0.createdAt, verifiedAt: emailVerifiedAt) }
    }

    /// Nil, or whoever is to be told by mail what is done with the account: its owner, as far as that was
    /// proved.
    var verifiedEmail: EmailAddress? { user.isEmailVerified ? user.email : nil }

    var hasPassword: Bool { credential.map { StoredPassword($0.passwordHash).isThere } ?? false }

    /// Whether the account was recovered a short while ago.
    func isGuarded(at now: Timestamp) -> Bool {
        guard let recoveredAt = recovery?.recoveredAt else { return false }
        return now < recoveredAt.adding(seconds: EmailAge.watchSeconds)
    }
}

extension Transaction {
    /// Locks an account and reads it, in two round trips.
    ///
    /// - Returns: nil where there is no such user, or it has gone.
    func lockAccount(_ uid: UserID) async throws(PostgresError) -> LockedAccount? {
        let (users, identities, unlinked, proofs, recoveries, erasures, sessions) = try await send(
            LockUsers([uid]), FindUserIdentities(of: uid), FindUnlinkedIdentities(of: uid),
            FindEmailProof(of: uid), FindRecovery(of: uid), FindErasures(of: [uid]),
            FindSessionsOfUsers([uid]))
        guard let user = users.first, !user.isGone else { return nil }
        var credential: CredentialRecord?
        if let email = user.email {
            credential = try await send(FindCredential(email)).first { $0.uid == uid }
        }
        return LockedAccount(
            user: user, identities: identities, unlinked: unlinked, credential: credential,
            emailVerifiedAt: proofs.first ?? nil, recovery: recoveries.first,
            erasure: erasures.first { $0.erasedAt == nil }, sids: sessions.map(\.sid))
    }
}

internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// An account and all ways to sign in to it, while its row is locked until the transaction ends.
struct LockedAccount {
    let ways: AccountWays
    /// Identities that are reserved for it.
    let unlinked: [UnlinkedIdentity]
    let emailVerifiedAt: Timestamp?
    let erasure: Erasure?
    let sids: [UUID]

    var user: User { ways.user }
    var identities: [IdentityRecord] { ways.identities }
    var credential: CredentialRecord? { ways.credential }

    /// Nil where there is no e-mail.
    var emailAge: EmailAge? {
        credential.map { EmailAge(attachedAt: $0.createdAt, verifiedAt: emailVerifiedAt) }
    }

    /// The e-mail for notices about the account; nil unless it was verified.
    var verifiedEmail: EmailAddress? { user.isEmailVerified ? user.email : nil }
}

extension Transaction {
    /// Locks an account and reads it, in two round trips.
    ///
    /// - Returns: nil where there is no such user, or it has gone.
    func lockAccount(_ uid: UserID) async throws(PostgresError) -> LockedAccount? {
        let (users, identities, unlinked, proofs, recoveries, erasures, sessions, uses) = try await send(
            LockUsers([uid]), FindUserIdentities(of: uid), FindUnlinkedIdentities(of: uid),
            FindEmailProof(of: uid), FindRecovery(of: uid), FindErasures(of: [uid]),
            FindSessionsOfUsers([uid]), FindExternalIDUses(of: [uid]))
        guard let user = users.first, !user.isGone else { return nil }
        let isOld = AccountWays.maybePredatesUses(user, uses)
        let (credentials, starts) = try await sendEach(
            user.email.map { [FindCommittedCredential($0)] } ?? [], isOld ? [FindUseRecordingStart()] : [])
        var ways = AccountWays(
            user: user, identities: identities, credential: credentials.joined().first { $0.uid == uid },
            recovery: recoveries.first, idUse: uses.first)
        ways.presumeID(recordedSince: starts.joined().first)
        return LockedAccount(
            ways: ways,
            unlinked: unlinked, emailVerifiedAt: proofs.first ?? nil,
            erasure: erasures.first { $0.erasedAt == nil }, sids: sessions.map(\.sid))
    }
}

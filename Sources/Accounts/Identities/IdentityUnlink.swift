internal import Batching
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Unlinks a user's identity, in one transaction with the notice by mail. Other users can't link it while
/// the change can be undone.
struct IdentityUnlink {
    let context: AccountsContext
    let identity: IdentityRecord
    let proof: VerifiedProof
    /// Whether what a back end knows users by can be a way in.
    let hasBearers: Bool
    let language: String
    let isMailOn: Bool
    let now: Timestamp

    /// - Returns: nil, or why nothing was written.
    func run() async throws(PostgresError) -> IdentityError? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(identity.uid) else {
                await transaction.rollback()
                return .userNotFound
            }
            guard account.identities.contains(identity) else {
                await transaction.rollback()
                return nil
            }
            guard account.identities.count > 1 || hasAnotherWay(account) else {
                await transaction.rollback()
                return .lastCredential
            }
            guard try await proof.holds(of: account, in: transaction) else {
                await transaction.rollback()
                return .proofWrong
            }
            let notice = Announcement(
                context: context, account: account, language: language, now: now, isMailOn: isMailOn)
            try await transaction.commit(
                Self.statements(identity, of: account, at: now)
                    + notice.undoable(.identityUnlinked, naming: identity.provider))
            return nil
        }
    }

    /// The identity's own row stays for as long as it is reserved.
    static func statements(
        _ identity: IdentityRecord, of account: LockedAccount, at now: Timestamp
    ) -> [any Statement] {
        [DeleteUserIdentity(identity), ReserveIdentity(UnlinkedIdentity(identity, at: now))]
            + account.unlinkingExternalID(with: [identity])
    }

    /// A password, or an issuer who knows the user by its id; an e-mail without a password is no way in yet.
    private func hasAnotherWay(_ account: LockedAccount) -> Bool {
        hasBearers && account.ways.isExternalIDOpen || account.ways.hasPassword
    }
}

internal import Batching
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A new password in one transaction, with all that ends by it and the mail that tells, for an owner who is
/// signed in. It is written only from the password, or the identity, that was verified.
package struct PasswordChange {
    typealias Done = (user: User, endedSessions: [UUID])

    let context: AccountsContext
    let uid: UserID
    let passwordHash: String
    let proof: VerifiedProof
    /// The new tokens of the caller's session, or a new session.
    let session: SessionRecord
    let isNew: Bool
    let language: String
    let isMailOn: Bool
    let now: Timestamp

    func run() async throws(PostgresError) -> Result<Done, AccountError> {
        try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(uid) else {
                await transaction.rollback()
                return .failure(.userNotFound)
            }
            guard let credential = account.credential else {
                await transaction.rollback()
                return .failure(.noEmail)
            }
            guard try await proof.holds(of: account, in: transaction) else {
                await transaction.rollback()
                return .failure(proof.isBeforeRecovery(of: account) ? .accountRecovered : .proofWrong)
            }
            let plan = RecoveryPlan(
                recovery: .passwordChange, account: account, context: context, now: now,
                passwordHash: passwordHash, caller: session.sid)
            let notice = Announcement(
                context: context, account: account, language: language, now: now, isMailOn: isMailOn)
            try await transaction.commit(
                plan.statements + continuing(credential) + notice.undoable(.passwordChanged))
            return .success((account.user, plan.endedSessions))
        }
    }

    /// The caller's session goes on, with new tokens; should their reply be lost, the same request is known
    /// by the password that there was.
    private func continuing(_ credential: CredentialRecord) -> [any Statement] {
        if isNew { return [InsertSessions([session])] }
        let former = FormerPassword(
            uid: uid, sid: session.sid, passwordHash: credential.passwordHash, changedAt: now)
        return [ReplaceSessionToken(session), KeepFormerPassword(former)]
    }
}

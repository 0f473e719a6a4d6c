internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Restores the ways to sign in of the time before a notified change. Another person may know the password,
/// so only a mail to this e-mail opens the account.
struct EmailUndo {
    typealias Done = (email: EmailAddress, endedSessions: [UUID])

    let context: AccountsContext
    let token: MailToken
    let language: String
    /// Of no password.
    let lockedHash: String
    let now: Timestamp

    func run() async throws(PostgresError) -> Result<Done, AccountError> {
        let terms = try await context.programme.current().trust
        return try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(token.uid),
                let found = try await transaction.send(
                    TakeMailToken(of: token.uid, token.hash.bytes, for: [.undo], at: now)
                ).first
            else {
                await transaction.rollback()
                return .failure(.linkGone)
            }
            var move = try await EmailMove(context, account, to: found.email, at: now, in: transaction)
            move.isForgetting = true
            try await free(found.email, for: account, in: transaction)
            guard try await move.claim(withPassword: lockedHash, in: transaction) else {
                await transaction.rollback()
                return .failure(.emailAlreadyInUse)
            }
            try await context.keepMailboxes([(account.user, found.email)], for: terms, in: transaction)
            let plan = RecoveryPlan(
                recovery: .undo, account: account, context: context, now: now, passwordHash: lockedHash,
                mailedAt: found.createdAt, email: found.email)
            let reset = MailWithToken(
                .reset, for: token.uid, about: found.email, to: found.email, in: language, at: now,
                context)
            let forgetting = DeletePastEmails(of: token.uid, verifiedSince: found.createdAt)
            try await transaction.commit(
                plan.statements + [forgetting] + move.statements + reset.statements)
            return .success((found.email, plan.endedSessions))
        }
    }

    /// Takes the e-mail off another account that has it meanwhile and never verified it: the link of this
    /// mail proves whose it is.
    private func free(
        _ email: EmailAddress, for account: LockedAccount, in transaction: Transaction
    ) async throws(PostgresError) {
        let credential = try await transaction.send(FindCredential(email)).first
        guard let uid = credential?.uid, uid != account.user.uid,
            let holder = try await transaction.lockAccount(uid), holder.user.email == email,
            !holder.user.isEmailVerified
        else { return }
        _ = try await transaction.send(
            EmailRelease.statements(email, of: holder, context, at: now), then: FindCredential(email))
    }
}

internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// A new password by the link of a mail, in one transaction with all that ends by it and the mail that tells.
///
/// An e-mail that was never verified proves less. If the account was used recently, its reset waits so that
/// signed-in users can refuse it.
package struct PasswordReset {
    enum Done {
        case now(RecoveryPlan)
        case later(Timestamp)
    }

    let context: AccountsContext
    let token: MailToken
    let passwordHash: String
    let language: String
    let isMailOn: Bool
    let now: Timestamp

    func run() async throws(PostgresError) -> Result<Done, AccountError> {
        let attempt = try await context.deciding(at: now, .normal) {
            deciding throws(PostgresError) -> Attempt<Result<Done, AccountError>> in
            let transaction = deciding.transaction
            guard let account = try await transaction.lockAccount(token.uid),
                let taken = try await transaction.send(
                    TakeMailToken(of: token.uid, token.hash.bytes, for: [.reset], at: now)
                ).first,
                taken.email == account.user.email, !account.isReleasable(context)
            else {
                await transaction.rollback()
                return .finished(.failure(.linkGone))
            }
            if try await wasUsed(account, transaction) {
                return .finished(.success(try await wait(taken.email, transaction)))
            }
            let completion = ResetCompletion(
                context: context, account: account, passwordHash: passwordHash, language: language,
                isMailOn: isMailOn, eventID: eventID, now: now)
            return try await completion.commit(in: deciding).map { .success(.now($0)) }
        }
        return attempt.finished(or: .failure(.unavailable))
    }

    /// Whether an account with an e-mail that was never verified was used recently, by a session or a bearer
    /// issuer's token.
    private func wasUsed(
        _ account: LockedAccount, _ transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        guard !account.user.isEmailVerified else { return false }
        let sessions = try await transaction.send(ListSessions(of: token.uid, at: now))
        let uses = sessions.map(\.lastUsedAt) + [account.ways.idUse?.usedBefore].compactMap(\.self)
        return uses.contains { $0 > now.adding(seconds: -EmailAge.watchSeconds) }
    }

    private func wait(
        _ email: EmailAddress, _ transaction: Transaction
    ) async throws(PostgresError) -> Done {
        let dueAt = now.adding(seconds: EmailAge.watchSeconds)
        let pending = PendingReset(
            email: email, passwordHash: passwordHash, language: language, askedAt: now, dueAt: dueAt)
        try await transaction.commit(
            KeepPendingReset(pending, of: token.uid), DeleteMailTokens(of: token.uid, for: [.reset]))
        return .later(dueAt)
    }

    /// Of the link, so that it happens once.
    private var eventID: UUID {
        UUID(bytes: BLAKE2b.hash(token.hash.bytes, byteCount: 16)[...])!
    }

    /// Carries out what has waited for its time; nothing if it was refused meanwhile, or if something else
    /// leads into the account by now.
    ///
    /// - Returns: the sessions that end.
    static func carryOut(
        _ record: RecoveryRecord, _ context: AccountsContext, isMailOn: Bool
    ) async throws(PostgresError) -> [UUID] {
        let (now, eventID) = (context.clock.now, context.makeID())
        let attempt = try await context.deciding(at: now, .normal) {
            deciding throws(PostgresError) -> Attempt<[UUID]> in
            let transaction = deciding.transaction
            let account = try await transaction.lockAccount(record.uid)
            guard let account, let pending = account.ways.recovery?.pending, pending == record.pending else {
                // Another was asked for meanwhile, or it was refused.
                await transaction.rollback()
                return .finished([])
            }
            guard pending.email == account.user.email, !account.isReleasable(context) else {
                try await transaction.commit(EndPendingReset(of: record.uid))
                return .finished([])
            }
            let completion = ResetCompletion(
                context: context, account: account, passwordHash: pending.passwordHash,
                language: pending.language, isMailOn: isMailOn, eventID: eventID, now: now)
            return try await completion.commit(in: deciding).map(\.endedSessions)
        }
        return attempt.finished(or: [])
    }
}

extension SessionRecord {
    var lastUsedAt: Timestamp { rotatedAt ?? createdAt }
}

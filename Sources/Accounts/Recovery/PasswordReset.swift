internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A new password by the link of a mail, in one transaction with all that ends by it and the mail that tells.
///
/// An e-mail that was never verified proves less. If the account was used recently, its reset waits so that
/// signed-in users can refuse it.
package struct PasswordReset {
    enum Done {
        case now(endedSessions: [UUID], waysLeft: String?)
        case later(Timestamp)
    }

    let context: AccountsContext
    let token: MailToken
    let passwordHash: String
    let language: String
    let isMailOn: Bool
    let now: Timestamp

    func run() async throws(PostgresError) -> Result<Done, AccountError> {
        try await context.pool.transaction { transaction throws(PostgresError) in
            guard let account = try await transaction.lockAccount(token.uid),
                let taken = try await transaction.send(
                    TakeMailToken(of: token.uid, token.hash.bytes, for: [.reset], at: now)
                ).first,
                taken.email == account.user.email
            else {
                await transaction.rollback()
                return .failure(.linkGone)
            }
            guard account.user.isEmailVerified || !account.isReleasable else {
                await transaction.rollback()
                return .failure(.linkGone)
            }
            let sessions = try await transaction.send(ListSessions(of: token.uid, at: now))
            if !account.user.isEmailVerified, let used = sessions.map(\.lastUsedAt).max(),
                used > now.adding(seconds: -EmailAge.watchSeconds)
            {
                let dueAt = now.adding(seconds: EmailAge.watchSeconds)
                let pending = PendingReset(
                    email: taken.email, passwordHash: passwordHash, language: language, askedAt: now,
                    dueAt: dueAt)
                try await transaction.commit(
                    KeepPendingReset(pending, of: token.uid),
                    DeleteMailTokens(of: token.uid, for: [.reset]))
                return .success(.later(dueAt))
            }
            return .success(try await finish(account, transaction))
        }
    }

    /// Carries out what has waited for its time; nothing where it was refused meanwhile.
    static func carryOut(
        _ record: RecoveryRecord, _ context: AccountsContext, isMailOn: Bool
    ) async throws(PostgresError) -> [UUID] {
        let now = context.clock.now
        return try await context.pool.transaction { transaction throws(PostgresError) in
            let account = try await transaction.lockAccount(record.uid)
            guard let account, let pending = account.ways.recovery?.pending, pending == record.pending else {
                // Another was asked for meanwhile, or it was refused.
                await transaction.rollback()
                return []
            }
            guard pending.email == account.user.email else {
                try await transaction.commit(EndPendingReset(of: record.uid))
                return []
            }
            let plan = plan(account, pending.passwordHash, context, now)
            let notice = notice(plan, context, pending.language, isMailOn: isMailOn)
            try await transaction.commit(plan.statements + notice)
            return plan.endedSessions
        }
    }

    private func finish(
        _ account: LockedAccount, _ transaction: Transaction
    ) async throws(PostgresError) -> Done {
        let plan = Self.plan(account, passwordHash, context, now)
        let notice = Self.notice(plan, context, language, isMailOn: isMailOn)
        try await transaction.commit(plan.statements + notice)
        return .now(endedSessions: plan.endedSessions, waysLeft: plan.waysLeft)
    }

    private static func plan(
        _ account: LockedAccount, _ passwordHash: String, _ context: AccountsContext, _ now: Timestamp
    ) -> RecoveryPlan {
        RecoveryPlan(
            recovery: .reset, account: account, context: context, now: now, passwordHash: passwordHash)
    }

    private static func notice(
        _ plan: RecoveryPlan, _ context: AccountsContext, _ language: String, isMailOn: Bool
    ) -> [any Statement] {
        Announcement(
            context: context, account: plan.account, language: language, now: plan.now, isMailOn: isMailOn
        ).plain(.passwordReset, naming: plan.waysLeft)
    }
}

extension RecoveryPlan {
    /// The other ways to sign in to the account, for a mail: providers, and a mark for the app's own ids;
    /// nil without any.
    var waysLeft: String? {
        account.waysBesides(identitiesLeft)
    }
}

extension LockedAccount {
    /// The mark by which a mail knows that the app's own sign-in leads into an account; no provider's name.
    static let externalWay = "*"

    /// - Parameter identities: those that are there, or will be.
    func waysBesides(_ identities: [IdentityRecord]) -> String? {
        let ways = identities.map(\.provider) + (user.externalID == nil ? [] : [Self.externalWay])
        return ways.isEmpty ? nil : ways.joined(separator: ",")
    }

    /// Whether the account goes on without its e-mail, so that an e-mail which was never verified can be
    /// taken off it, and proves nothing else.
    var isReleasable: Bool {
        !user.isEmailVerified && user.email != nil && (!identities.isEmpty || user.externalID != nil)
    }
}

extension SessionRecord {
    var lastUsedAt: Timestamp { rotatedAt ?? createdAt }
}

internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Administrators' help for a user who has lost an account. Each action has a reason for the audit, and the
/// owner gets a mail.
package final class SupportService {
    private let context: AccountsContext
    private let authenticator: Authenticator
    private let limits: MailLimits

    package init(_ context: AccountsContext, authenticator: Authenticator, limits: MailLimits) {
        self.context = context
        self.authenticator = authenticator
        self.limits = limits
    }

    /// The actor, and the reason.
    package struct Order: Sendable {
        /// As the audit names it.
        package let actor: String
        package let reason: String
        /// Of the mail that tells, as BCP 47 has it.
        package let language: String

        package init(actor: String, reason: String, language: String) {
            self.actor = actor
            self.reason = reason
            self.language = language
        }
    }

    /// The sessions of a user that have not ended, the one that was used last first.
    package func sessions(of uid: UserID) async throws(AccountError) -> [KnownSession] {
        let now = context.clock.now
        let (users, found) = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]), ListSessions(of: uid, at: now))
        }
        guard let user = users.first, !user.isGone else { throw .userNotFound }
        return found.map(KnownSession.init)
    }

    /// Signs a user out everywhere. Again, without a session, it is not recorded once more.
    package func endSessions(of uid: UserID, _ order: Order) async throws(AccountError) {
        try await act(on: uid, "user.sign_out", order, isRepeated: \.sids.isEmpty) { account in
            let plan = RecoveryPlan(
                recovery: .signOutEverywhere, account: account, context: context, now: context.clock.now)
            return .success((plan.statements, plan.endedSessions))
        }
    }

    /// Takes an identity off a user; where the user has none of the provider, nothing changes. All sessions
    /// end if no way in is left.
    package func unlink(_ provider: String, from uid: UserID, _ order: Order) async throws(AccountError) {
        let now = context.clock.now
        try await act(on: uid, "user.unlink_identity", order, naming: provider, isTold: false) { account in
            let gone = account.identities.filter { $0.provider == provider }
            guard !gone.isEmpty else { return .success(([], [])) }
            let isLast = account.identities.count == gone.count && !account.ways.hasPassword
            let notice = Announcement(
                context: context, account: account, language: order.language, now: now,
                isMailOn: limits.isMailOn)
            return .success(
                (
                    gone.flatMap { IdentityUnlink.statements($0, of: account, at: now) }
                        + notice.undoable(.identityUnlinked, naming: provider)
                        + (isLast ? context.ending(account.sids, of: uid, at: now) : []),
                    isLast ? account.sids : []
                ))
        }
    }

    /// Has a link to a new password mailed to the user's e-mail.
    package func mailReset(of uid: UserID, _ order: Order) async throws(AccountError) {
        try limits.check()
        try await act(on: uid, "user.mail_reset", order, isTold: false) { account in
            guard let email = account.user.email else { return .failure(.noEmail) }
            let reset = MailWithToken(
                account.isReleasable(context) ? .release : .reset, for: uid, about: email, to: email,
                in: order.language, at: context.clock.now, context)
            return .success((reset.statements, []))
        }
    }

    /// Sets an e-mail that the administrator has confirmed. All links mailed to the former one end, and so
    /// do all sessions. The password, if any, stays.
    package func setEmail(
        _ email: EmailAddress, of uid: UserID, _ order: Order
    ) async throws(AccountError) -> User {
        let now = context.clock.now
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.transaction {
                transaction throws(PostgresError) -> Result<(User, [UUID]), AccountError> in
                guard let account = try await transaction.lockAccount(uid) else {
                    await transaction.rollback()
                    return .failure(.userNotFound)
                }
                // An anonymous user has nothing to recover, and no proof.
                guard !account.user.isAnonymous else {
                    await transaction.rollback()
                    return .failure(.noEmail)
                }
                let move = try await EmailMove(context, account, to: email, at: now, in: transaction)
                let hash = account.credential?.passwordHash ?? StoredPassword.noneText
                guard try await move.claim(withPassword: hash, in: transaction) else {
                    await transaction.rollback()
                    return .failure(.emailAlreadyInUse)
                }
                let plan = RecoveryPlan(
                    recovery: .signOutEverywhere, account: account, context: context, now: now, email: email)
                let ending: [any Statement] = [
                    DeleteMailTokens(of: uid, for: MailPurpose.allCases), EndPendingReset(of: uid),
                    // An e-mail that a thief had must not count as the older one.
                    DeletePastEmails(of: uid),
                    audit(uid, "user.set_email", order),
                ]
                try await transaction.commit(
                    plan.statements + move.statements + ending + notice(account, order))
                var user = account.user
                (user.email, user.isEmailVerified) = (email, true)
                return .success((user, plan.endedSessions))
            }
        }
        let (user, ended) = try result.get()
        for sid in ended { authenticator.revoke(sid) }
        return user
    }

    /// Runs one action in a transaction with its audit entry and the mail that tells.
    private func act(
        on uid: UserID, _ action: String, _ order: Order, naming detail: String? = nil, isTold: Bool = true,
        isRepeated: (LockedAccount) -> Bool = { _ in false },
        _ body: (LockedAccount) -> Result<(statements: [any Statement], ended: [UUID]), AccountError>
    ) async throws(AccountError) {
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.transaction {
                transaction throws(PostgresError) -> Result<[UUID], AccountError> in
                guard let account = try await transaction.lockAccount(uid) else {
                    await transaction.rollback()
                    return .failure(.userNotFound)
                }
                switch body(account) {
                case .failure(let refusal):
                    await transaction.rollback()
                    return .failure(refusal)
                case .success(let done) where done.statements.isEmpty:
                    await transaction.rollback()
                    return .success([])
                case .success(let done):
                    let record: [any Statement] =
                        isRepeated(account)
                        ? []
                        : [audit(uid, action, order, naming: detail)]
                            + (isTold ? notice(account, order) : [])
                    try await transaction.commit(done.statements + record)
                    return .success(done.ended)
                }
            }
        }
        for sid in try result.get() { authenticator.revoke(sid) }
    }

    private func notice(_ account: LockedAccount, _ order: Order) -> [any Statement] {
        guard let email = account.verifiedEmail else { return [] }
        return Announcement(
            context: context, account: account, language: order.language, now: context.clock.now,
            isMailOn: limits.isMailOn
        ).plain(.accountChanged, to: email)
    }

    private func audit(
        _ uid: UserID, _ action: String, _ order: Order, naming detail: String? = nil
    ) -> InsertAuditEntries {
        let text = detail.map { "\($0): \(order.reason)" } ?? order.reason
        return InsertAuditEntries(
            [
                AuditEntry(
                    id: context.makeID(), actor: order.actor, action: action, uid: uid, detail: text,
                    createdAt: context.clock.now)
            ], by: context.ledgerKey)
    }
}

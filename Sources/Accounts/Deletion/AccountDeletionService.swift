package import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
package import Values

/// Users who leave: the wish, the days in which it can be taken back, and the end.
package final class AccountDeletionService {
    private let context: AccountsContext
    private let check: ProofCheck<AccountDeletionError>
    private let authenticator: Authenticator
    private let eraser: Eraser
    private let configuration: DeletionConfiguration
    private let isMailOn: Bool

    package init(
        _ context: AccountsContext, passwords work: PasswordWork, authenticator: Authenticator,
        checker: IdentityChecker, limits: MailLimits, eraser: Eraser, configuration: DeletionConfiguration
    ) {
        self.context = context
        check = ProofCheck(
            context: context, passwords: PasswordService(work), checker: checker, limits: limits.rates)
        isMailOn = limits.isMailOn
        self.authenticator = authenticator
        self.eraser = eraser
        self.configuration = configuration
    }

    /// Has a user erased when the days are over, unless it signs in before or says so. An account proves who
    /// it is; who is anonymous can't come back, and is erased at once.
    ///
    /// - Returns: when the user is erased.
    package func leave(
        _ request: ProofRequest, in language: String
    ) async throws(AccountDeletionError) -> Timestamp {
        let uid = request.uid
        let account = try await context.resolvingMerge(uid) { () throws(AccountDeletionError) in
            try await check.account(uid)
        }
        let proof = try await check.verify(request, of: account, for: ["leave"])
        if proof.isRepeated, let state = try await pending(uid) { return state }
        let now = context.clock.now
        let seconds = account.user.isAnonymous ? 0 : configuration.accountSeconds
        let deletion = DeletionRequest(
            context: context, uid: uid, permission: .proof(proof), language: language, isMailOn: isMailOn,
            now: now, dueAt: now.adding(seconds: seconds))
        let result = try await context.call(AccountDeletionError.self) { () throws(PostgresError) in
            try await deletion.run()
        }
        guard let done = result else { throw .proofWrong }
        for sid in done.endedSessions { authenticator.revoke(sid) }
        return done.dueAt
    }

    /// Cancels a deletion, if one is pending, and says so by mail.
    package func stay(_ uid: UserID, in language: String) async throws(AccountDeletionError) {
        let now = context.clock.now
        try await context.call(AccountDeletionError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                guard let account = try await transaction.lockAccount(uid), account.erasure != nil else {
                    return await transaction.rollback()
                }
                let announcement = Announcement(
                    context: context, account: account, language: language, now: now, isMailOn: isMailOn)
                let notice = account.verifiedEmail.map { announcement.plain(.deletionCancelled, to: $0) }
                try await transaction.commit([CancelErasure(of: uid)] + (notice ?? []))
            }
        }
    }

    private func pending(_ uid: UserID) async throws(AccountDeletionError) -> Timestamp? {
        let found = try await context.call(AccountDeletionError.self) { () throws(PostgresError) in
            try await context.pool.run(FindErasures(of: [uid]))
        }
        return found.first?.dueAt
    }

    /// Erases an account that its back end has made, and that signs in in no other way.
    ///
    /// - Throws: `.proofRequired` for any other.
    package func eraseMade(_ uid: UserID, by actor: String) async throws(AccountDeletionError) {
        let account = try await check.account(uid)
        guard check.backEndID(of: account) != nil else { throw .proofRequired }
        try await erase(uid, by: actor)
    }

    /// Erases a user here and now, as an administrator wants it; who is erased already is so once more, with
    /// what was written since.
    package func erase(_ uid: UserID, by actor: String) async throws(AccountDeletionError) {
        let now = context.clock.now
        let isThere = try await context.call(AccountDeletionError.self) { () throws(PostgresError) in
            // Users merged into the account are deleted with it.
            guard let user = try await context.pool.run(FindUsersByID([uid])).first, !user.isMerged
            else { return false }
            try await context.pool.run(
                AskErasures([Erasure(uid: uid, askedAt: now, dueAt: now)]), audit(uid, by: actor, at: now))
            try await eraser.erase(uid)
            return true
        }
        if !isThere { throw try await gone(uid) }
    }

    /// Erases a user here and now, once: where that was asked for before, nothing is recorded again.
    ///
    /// - Returns: false if it was.
    package func eraseOnce(_ uid: UserID, by actor: String) async throws(AccountDeletionError) -> Bool {
        let now = context.clock.now
        let step = try await context.call(AccountDeletionError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) -> Bool? in
                let (users, erasures) = try await transaction.send(LockUsers([uid]), LockErasure(of: uid))
                let isAsked = erasures.first?.dueAt.map { $0 <= now } ?? false
                guard let user = users.first, !user.isMerged, !user.isErased, !isAsked else {
                    await transaction.rollback()
                    return users.first.flatMap { $0.isMerged ? nil : false }
                }
                try await transaction.commit(
                    AskErasures([Erasure(uid: uid, askedAt: now, dueAt: now)]), audit(uid, by: actor, at: now)
                )
                return true
            }
        }
        guard let isFirst = step else { throw try await gone(uid) }
        guard isFirst else { return false }
        try await context.call(AccountDeletionError.self) { () throws(PostgresError) in
            try await eraser.erase(uid)
        }
        return true
    }

    private func audit(_ uid: UserID, by actor: String, at now: Timestamp) -> InsertAuditEntries {
        let entry = AuditEntry(
            id: context.makeID(), actor: actor, action: "user.erase", uid: uid, detail: ErasedText.word,
            createdAt: now)
        return InsertAuditEntries([entry], by: context.ledgerKey)
    }

    private func gone(_ uid: UserID) async throws(AccountDeletionError) -> AccountDeletionError {
        let account = try await context.account(of: uid, AccountDeletionError.self)
        return account.map { AccountDeletionError.merged(into: $0) } ?? .userNotFound
    }

    /// The state of a user's deletion; nil without one.
    package func erasure(of uid: UserID) async throws(InfrastructureError) -> DeletionState? {
        let found = try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindErasures(of: [uid]))
        }
        return found.first.map { DeletionState(askedAt: $0.askedAt, dueAt: $0.dueAt, erasedAt: $0.erasedAt) }
    }
}

/// How far a user is on the way out.
package struct DeletionState: Equatable, Sendable {
    package let askedAt: Timestamp
    /// When the user is erased, or what is left is looked through once more.
    package let dueAt: Timestamp?
    package let erasedAt: Timestamp?
}

extension AccountsContext {
    /// Makes every process refuse the access tokens of these sessions.
    func revocations(of sids: [UUID], at now: Timestamp) -> [Revocation] {
        let expiry = sessions.revocationExpiry(from: now)
        return sids.map { Revocation(sid: $0, expiresAt: expiry) }
    }
}

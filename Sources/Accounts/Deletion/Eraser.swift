internal import Batching
internal import FoundationEssentials
package import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Erases a user. One transaction first makes the user a tombstone; then its data is deleted in steps
/// that can be repeated.
///
/// Calls that were under way may still write something for a moment: a minute later all is looked through
/// once more.
package final class Eraser {
    private static let secondLookSeconds: Int64 = 60
    private static let batchRows = 1_000
    private static let nameCharactersMin = 8
    /// The audit has no index of words.
    private static let transactionMilliseconds = 25_000

    private let context: AccountsContext
    private let authenticator: Authenticator
    private let keys: LedgerKeys?

    package init(_ context: AccountsContext, authenticator: Authenticator, keys: LedgerKeys?) {
        self.context = context
        self.authenticator = authenticator
        self.keys = keys
    }

    /// Does what is due for a user; nothing where the wish was taken back.
    func erase(_ uid: UserID) async throws(PostgresError) {
        guard let erasure = try await closeDoor(of: uid) else { return }
        try await deleteLinks(of: uid)
        try await eraseReasons(of: uid)
        try await context.pool.run(DeleteUserProfile(of: uid), DeleteAddresses(of: uid), SetErasure(erasure))
    }

    /// - Returns: the erasure as it is when the rooms are empty; nil where there is nothing to do.
    private func closeDoor(of uid: UserID) async throws(PostgresError) -> Erasure? {
        let now = context.clock.now
        let keepsMailbox = try await context.programme.current().trust.checks[.sameMailbox] != nil
        let closed = try await context.pool.transaction(
            statementTimeoutMilliseconds: Self.transactionMilliseconds
        ) { transaction throws(PostgresError) -> (erasure: Erasure, revoked: [Revocation])? in
            let (users, erasures, sessions, identities, unlinked, merged) = try await transaction.send(
                LockUsers([uid]), LockErasure(of: uid), FindSessionsOfUsers([uid]),
                FindUserIdentities(of: uid), FindUnlinkedIdentities(of: uid), FindMergedUsers(of: uid))
            // By PostgreSQL's own clock, which is this one's to a moment.
            guard let erasure = erasures.first, let dueAt = erasure.dueAt, dueAt <= now.adding(seconds: 1)
            else { return nil }
            guard let user = users.first else {
                try await transaction.commit(CancelErasure(of: uid))
                return nil
            }
            let done = Erasure(
                uid: uid, askedAt: erasure.askedAt,
                dueAt: user.isErased ? nil : now.adding(seconds: Self.secondLookSeconds),
                erasedAt: erasure.erasedAt ?? now)
            let underWay = Erasure(
                uid: uid, askedAt: erasure.askedAt, dueAt: dueAt, erasedAt: done.erasedAt)
            let revoked = context.revocations(of: sessions.map(\.sid), at: now)
            // One sum of these arrays takes the compiler two seconds.
            var statements = try await eraseAuditTexts(of: user, in: transaction) + tombstone(user)
            statements += fingerprints(of: user, keepingMailboxFrom: keepsMailbox ? now : nil)
            statements += identities.map { DeleteIdentity($0) }
            statements += identities.map { DeleteUserIdentity($0) }
            statements += unlinked.map { DeleteIdentity($0.identity) }
            statements += unlinked.map { EndReservation(of: $0.identity) }
            statements += parting(uid, merged, at: now)
            statements += [SetErasure(underWay), DeleteSessionsOfUsers([uid]), InsertRevocations(revoked)]
            statements += [
                LockErasedDeliveries(of: uid), DeleteDeliveries(of: uid), DeleteChanges(of: uid),
                DeletePendingChanges(of: uid),
            ]
            if !user.isErased {
                statements += context.changes.statements { $0.add(Change(.userErased, of: uid, at: now)) }
            }
            try await transaction.commit(statements)
            return (done, revoked)
        }
        for revocation in closed?.revoked ?? [] { authenticator.revoke(revocation.sid) }
        return closed?.erasure
    }

    /// Users merged into this one are erased with it.
    private func parting(
        _ uid: UserID, _ merged: [FindMergedUsers.Row], at now: Timestamp
    ) -> [any Statement] {
        guard !merged.isEmpty else { return [] }
        let wishes = merged.map { Erasure(uid: $0.uid, askedAt: now, dueAt: now) }
        let codes = merged.compactMap(\.code).map { DeleteReferralCode($0, of: uid) as any Statement }
        return [AskErasures(wishes), ForgetMergedCodes(of: uid)] + codes
    }

    /// Each entry that the service wrote gets a MAC for what is left of it; a forged one stays forged.
    private func eraseAuditTexts(
        of user: User, in transaction: Transaction
    ) async throws(PostgresError) -> [any Statement] {
        let found = try await transaction.send(LockAuditTexts(of: user.uid, naming: names(of: user)))
        guard !found.isEmpty else { return [] }
        return [EraseAuditTexts(found.map { (id: $0.entry.id, mac: newMAC(of: $0)) })]
    }

    private func newMAC(of stored: StoredAuditEntry) -> [UInt8]? {
        guard let keys, let mac = stored.mac, AuditProof.isGenuine(mac, of: stored.entry, by: keys) else {
            return nil
        }
        return AuditProof.mac(of: stored.entry.erased, by: keys.current)
    }

    private func tombstone(_ user: User) -> [any Statement] {
        var statements: [any Statement] = [
            MakeTombstone(of: user.uid), DeleteFingerprints(of: user.uid, with: user.uid),
            EraseModerationReason(of: user.uid),
            DeleteMails(of: user.uid), DeleteMailTokens(of: user.uid, for: MailPurpose.allCases),
            DeletePastEmails(of: user.uid), DeleteRecovery(of: user.uid), DeleteFormerPassword(of: user.uid),
            DeleteUsedProofs(of: user.uid), DeletePlayerNotes(of: user.uid),
            DeleteSignUpKeysOfUser(of: user.uid), DeleteInstallKeysOfUser(of: user.uid),
            DeleteKeyOfInstall(of: user.uid), DeleteExternalIDUse(of: user.uid),
        ]
        if let email = user.email { statements.append(DeleteCredential(email, of: user.uid)) }
        if let id = user.externalID {
            statements += [DeleteExternalID(id, of: user.uid), NotifyExternalIDChanged(id)]
        }
        if !user.isErased { statements.append(DeleteReferralCode(user.referralCode, of: user.uid)) }
        return statements
    }

    /// A mailbox that stays with the referrer is there, whenever the check was turned on.
    private func fingerprints(
        of user: User, keepingMailboxFrom erasedAt: Timestamp?
    ) -> [any Statement] {
        guard let referrer = user.referral.referredBy else { return [] }
        let erasing = EraseFingerprints(
            of: user.uid, referredBy: referrer, keepingMailboxFrom: erasedAt)
        guard erasedAt != nil, let email = user.email else { return [erasing] }
        let kept = SignUpFingerprints(
            uid: referrer, referee: user.uid, mailbox: context.fingerprints.mailbox(email),
            cameAt: user.createdAt)
        return [KeepFingerprints([kept]), erasing]
    }

    /// The user's names in texts by others; a short id is omitted, because it may be part of other words.
    private func names(of user: User) -> [String] {
        let id = user.externalID?.description.lowercased()
        let others = [user.email?.description, id.flatMap { $0.count < Self.nameCharactersMin ? nil : $0 }]
        return [user.uid.description] + others.compactMap(\.self)
    }

    /// Every process forgets the links with them.
    private func deleteLinks(of uid: UserID) async throws(PostgresError) {
        var isMore = true
        while isMore {
            isMore = try await context.pool.transaction { transaction throws(PostgresError) in
                let codes = try await transaction.send(DeleteLinksOf(uid, limit: Self.batchRows))
                try await transaction.commit(DeleteLinkCounts(of: codes), NotifyLinksChanged(codes))
                return codes.count == Self.batchRows
            }
        }
    }

    /// The accounts are locked, so that entries aren't sealed while they are erased.
    private func eraseReasons(of uid: UserID) async throws(PostgresError) {
        var isMore = true
        while isMore {
            isMore = try await context.pool.transaction { transaction throws(PostgresError) in
                let accounts = try await transaction.send(FindLedgerAccounts([uid])).map(\.balance.account)
                let (_, written) = try await transaction.send(
                    LockBalances(accounts), FindWrittenEntries(of: uid, limit: Self.batchRows))
                let erased = written.map { $0.entry.withoutReason(after: $0.before, by: keys) }
                try await transaction.commit(EraseReasons(of: uid, in: erased))
                return written.count == Self.batchRows
            }
        }
    }
}

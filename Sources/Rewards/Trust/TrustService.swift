internal import Batching
internal import Ledger
internal import Postgres
package import Referrals
internal import Store
package import Values

/// The programme's trust settings, and the moderation of users.
package final class TrustService {
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// As the newest version has it.
    package func programme() async throws(RuleError) -> StoredTrust {
        let found = try await context.call(RuleError.self) { () throws(PostgresError) in
            try await context.pool.run(FindTrust()).first
        }
        guard let found else { throw .internalError }
        return found
    }

    /// In one transaction: the version, the active programme, the audit. Repeating the call changes
    /// nothing.
    ///
    /// - Parameter versions: the versions that the caller has seen; nil for any.
    package func change(
        to terms: TrustTerms, ifVersion versions: [Int64]?, by actor: String
    ) async throws(RuleError) -> StoredTrust {
        try await RuleService(context).change(by: actor) { edit throws(RuleError) in
            try edit.set(terms, ifVersion: versions)
        }
    }

    package func status(of uid: UserID) -> ModerationStatus { context.moderation.status(of: uid) }

    /// - Parameter expected: what it must be before; nil for anything.
    /// - Throws: `.userNotFound`; `.changedMeanwhile`.
    package func set(
        _ status: ModerationStatus, of uid: UserID, expecting expected: ModerationStatus? = nil,
        because reason: String, by actor: String
    ) async throws(ModerationError) {
        try await context.resolvingMerge(uid) { () throws(ModerationError) in
            try await keep(status, of: uid, expecting: expected, because: reason, by: actor)
        }
        context.moderation.set(status, of: uid)
    }

    private func keep(
        _ status: ModerationStatus, of uid: UserID, expecting expected: ModerationStatus?,
        because reason: String, by actor: String
    ) async throws(ModerationError) {
        let now = context.clock.now
        let refusal: ModerationError? = try await context.call(ModerationError.self) {
            () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let (found, users) = try await transaction.send(
                    LockModerationStatus(of: uid), FindUsersByID([uid]))
                guard users.first?.isMerged == false else {
                    await transaction.rollback()
                    return .userNotFound
                }
                let before = found.first?.status ?? .good
                guard expected == nil || expected == before else {
                    await transaction.rollback()
                    return .changedMeanwhile
                }
                let entry = AuditEntry(
                    id: context.makeID(), actor: actor, action: "user.standing", uid: uid,
                    detail: "\(before.rawValue) → \(status.rawValue): \(reason)", createdAt: now,
                    before: AuditText.moderation(before), after: AuditText.moderation(status))
                let written: any Statement =
                    status == .good
                    ? DeleteModerationStatus(of: uid)
                    : SetModerationStatus(status, of: uid, because: reason, at: now, by: actor)
                try await transaction.commit([
                    written, NotifyModerationChanged(status, of: uid),
                    InsertAuditEntries([entry], by: context.ledgerKey),
                ])
                return nil
            }
        }
        if let refusal { throw refusal }
    }
}

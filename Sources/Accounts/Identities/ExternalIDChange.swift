internal import Batching
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Changes a user's external id, in one transaction of two round trips. (1) Lock the user and claim the id.
/// (2) Free the former id, and write the sign-up reward if this is the sign-up.
struct ExternalIDChange {
    struct Done {
        let user: User
        let rewards: [Reward]
        let former: ExternalID?
    }

    let context: AccountsContext
    let uid: UserID
    /// Nil to be known by none.
    let id: ExternalID?
    let actor: String

    func run() async throws(PostgresError) -> Result<Done, AccountError> {
        let now = context.clock.now
        let (eventID, auditID) = (context.makeID(), context.makeID())
        let attempt = try await context.deciding(at: now, .normal) {
            deciding throws(PostgresError) -> Attempt<Result<Done, AccountError>> in
            let wanted = id.map { [$0] } ?? []
            let (users, _, holders) = try await deciding.transaction.send(
                LockUsers([uid]), InsertExternalIDs(Dictionary(wanted.map { ($0, uid) }) { $1 }),
                FindExternalIDs(wanted))
            guard let user = users.first, !user.isGone else {
                await deciding.transaction.rollback()
                return .finished(.failure(.userNotFound))
            }
            if let holder = holders.first?.uid, holder != uid {
                await deciding.transaction.rollback()
                return .finished(.failure(.externalIDAlreadyInUse(by: holder)))
            }
            guard user.externalID != id else {
                await deciding.transaction.rollback()
                return .finished(.success(Done(user: user, rewards: [], former: nil)))
            }
            return try await deciding.commit(docket(user, eventID, at: now)) { decisions in
                statements(from: user, to: decisions.user(uid) ?? user) + [
                    InsertAuditEntries([audit(user, auditID, now)], by: context.ledgerKey)
                ]
            }.map { decisions in
                .success(
                    Done(
                        user: decisions.user(uid) ?? user, rewards: decisions.rewards,
                        former: user.externalID))
            }
        }
        return attempt.finished(or: .failure(.unavailable))
    }

    private func docket(_ user: User, _ eventID: UUID, at now: Timestamp) -> Docket {
        var named = user
        named.externalID = id
        let isSignUp = user.isAnonymous && id != nil
        let event = Event(uid: uid, id: eventID, fact: .credentialLinked)
        return Docket([user], changed: [named], isSignUp ? [.event(event)] : [], at: now)
    }

    private func statements(from user: User, to after: User) -> [any Statement] {
        var statements: [any Statement] = []
        if let former = user.externalID {
            statements += [DeleteExternalID(former, of: uid), NotifyExternalIDChanged(former)]
        }
        statements.append(SetExternalID(id, of: uid))
        if user.isAnonymous, !after.isAnonymous { statements.append(UpdateSignUps([after])) }
        return statements
    }

    /// Without the id: it is the player's own, and goes when the player does.
    private func audit(_ user: User, _ auditID: UUID, _ now: Timestamp) -> AuditEntry {
        let detail = id == nil ? "removed" : user.externalID == nil ? "set" : "changed"
        return AuditEntry(
            id: auditID, actor: actor, action: "user.external_id", uid: uid, detail: detail, createdAt: now)
    }
}

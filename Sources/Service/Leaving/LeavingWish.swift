internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A wish to leave in one transaction: the wish, the end of all sessions, and of the link that asked.
struct LeavingWish {
    struct Done {
        let dueAt: Timestamp
        let endedSessions: [UUID]
        /// Whose tokens, of an issuer, are refused from now on as well.
        let externalID: ExternalID?
    }

    let context: ServiceContext
    let uid: UserID
    let now: Timestamp
    /// When the user is erased; a wish that was there already may say sooner.
    let dueAt: Timestamp

    /// - Parameter token: of the link that lets it happen; nil where the user is known otherwise.
    /// - Returns: nil where there is no such user, or the link is no longer good.
    func run(using token: MailToken? = nil) async throws(PostgresError) -> Done? {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (users, sessions) = try await transaction.send(LockUsers([uid]), FindSessionsOfUsers([uid]))
            guard let user = users.first, !user.isGone, try await take(token, of: user, transaction) else {
                await transaction.rollback()
                return nil
            }
            let sids = sessions.map(\.sid)
            let wish = Erasure(uid: uid, askedAt: now, dueAt: dueAt)
            let kept = try await transaction.send(AskErasures([wish]))
            let telling: [any Statement] = user.externalID.map { [TellOfExternalID($0)] } ?? []
            try await transaction.commit(
                [
                    DeleteSessionsOfUsers([uid]), InsertRevocations(context.revocations(of: sids, at: now)),
                    DeleteMailTokens(of: uid, for: [.deletion]),
                ] + telling)
            return Done(
                dueAt: kept.first?.dueAt ?? dueAt, endedSessions: sids, externalID: user.externalID)
        }
    }

    /// A link is good for the account that has the e-mail which it was sent to.
    private func take(
        _ token: MailToken?, of user: User, _ transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        guard let token else { return true }
        let taken = try await transaction.send(
            TakeMailToken(of: uid, token.hash.bytes, for: [.deletion], at: now))
        return taken.first.map { $0.email == user.email } ?? false
    }
}

extension Authenticator {
    /// Refuses the tokens of who wants to leave, here at once.
    func forget(_ leaving: LeavingWish.Done) {
        for sid in leaving.endedSessions { revoke(sid) }
        if let id = leaving.externalID { forget(id) }
    }
}

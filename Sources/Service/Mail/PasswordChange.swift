internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Another password in one transaction: the hash, the end of all sessions and of links that lead to another,
/// the session that comes instead, and the mail that tells.
struct PasswordChange {
    typealias Done = (user: User, endedSessions: [UUID])

    let context: ServiceContext
    let uid: UserID
    let email: EmailAddress
    let passwordHash: String
    let session: SessionRecord?
    let notice: MailRecord?
    let now: Timestamp

    /// - Parameter token: of the link that lets it happen; nil where a password did.
    func run(using token: MailToken?) async throws(PostgresError) -> Result<Done, AccountError> {
        try await context.pool.transaction { transaction throws(PostgresError) in
            let (users, changed, sessions) = try await transaction.send(
                LockUsers([uid]), SetPasswordHash(of: uid, email, to: passwordHash),
                FindSessionsOfUsers([uid]))
            let isTaken = try await take(token, transaction)
            guard isTaken, let user = users.first, !changed.isEmpty else {
                await transaction.rollback()
                return .failure(token == nil ? .wrongPassword : .linkGone)
            }
            let sids = sessions.map(\.sid)
            try await transaction.commit(statements(ending: sids))
            return .success((user, sids))
        }
    }

    private func take(_ token: MailToken?, _ transaction: Transaction) async throws(PostgresError) -> Bool {
        guard let token else { return true }
        let taken = try await transaction.send(
            TakeMailToken(of: uid, token.hash.bytes, for: [.reset], at: now))
        return taken.first?.email == email
    }

    private func statements(ending sids: [UUID]) -> [any Statement] {
        let opening: [any Statement] = session.map { [InsertSessions([$0])] } ?? []
        let telling: [any Statement] = notice.map { [InsertMail($0)] } ?? []
        return context.ending(sids, of: uid, at: now) + opening + telling
            + [DeleteMailTokens(of: uid, for: [.reset, .deletion])]
    }
}

internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
internal import Values

/// Opens another session for anonymous users whose install comes back: with its key, or with the
/// Idempotency-Key of its sign-up. Such a user has no other way back.
struct SignUpReturn {
    enum Answer {
        case welcome(SignUpReply)
        case refused(AccountError)
        /// The install needs a new user.
        case new
    }

    let context: AccountsContext
    let references: SignUpReferences
    let now: Timestamp
    let lockPolicy: LockPolicy

    private var vault: InstallKeyVault { context.sessions.installKeys }

    /// - Returns: an answer to each sign-up, in their order.
    func answers(to signUps: [SignUp]) async throws(PostgresError) -> [Answer] {
        let candidates = signUps.map(candidates)
        let uids = Set(candidates.joined()).sorted()
        guard !uids.isEmpty else { return signUps.map { _ in .new } }
        return try await context.pool.transaction(patience: lockPolicy.transaction) {
            transaction throws(PostgresError) in
            // Locked, so that a link under way either ends these sessions too or comes after them.
            context.lockInOrder(uids, in: transaction)
            let (users, keys) = try await transaction.send(LockUsers(uids), FindKeysOfInstalls(of: uids))
            var found = Found(users: users, keys: keys, vault)
            let answers = zip(signUps, candidates).map { answer(to: $0, among: $1, &found) }
            try await transaction.commit(statements(found))
            return answers
        }
    }

    /// The users that a sign-up may mean: the one of its install key first.
    private func candidates(_ signUp: SignUp) -> [UserID] {
        let byKey = signUp.installKey.flatMap { references.installKeys[vault.thumbprint(of: $0)]?.uid }
        let bySecret = signUp.keyHash.flatMap { references.keys[$0]?.uid }
        return [byKey, bySecret].compactMap(\.self)
    }

    private struct Found {
        let anonymous: [UserID: User]
        var keys: [UserID: InstallKey] = [:]
        /// Users whose key another root secret encrypted.
        var unreadable: Set<UserID> = []
        var sessions: [SessionRecord] = []
        /// Users and the keys that they get.
        var bound: [(uid: UserID, key: InstallKey)] = []

        init(users: [User], keys: [FindKeysOfInstalls.Row], _ vault: InstallKeyVault) {
            anonymous = Dictionary(
                uniqueKeysWithValues: users.filter { $0.isAnonymous && !$0.isGone }.map { ($0.uid, $0) })
            for (uid, encrypted) in keys {
                if let key = vault.key(in: encrypted, of: uid) {
                    self.keys[uid] = key
                } else {
                    unreadable.insert(uid)
                }
            }
        }
    }

    private func answer(to signUp: SignUp, among candidates: [UserID], _ found: inout Found) -> Answer {
        for uid in candidates where context.moderation.status(of: uid) == .blocked {
            return .refused(.blocked)
        }
        let users = candidates.compactMap { found.anonymous[$0] }
        guard let user = users.first else { return .new }
        if found.unreadable.contains(user.uid) { return .refused(.internalError) }
        if let offered = signUp.installKey {
            if let own = found.keys[user.uid], own != offered { return .refused(.installKeyMismatch) }
            if found.keys.updateValue(offered, forKey: user.uid) == nil {
                found.bound.append((user.uid, offered))
            }
        }
        let session = context.sessions.open(
            for: user.uid, sid: context.makeID(), installKey: found.keys[user.uid], at: now)
        found.sessions.append(session.record)
        return .welcome(
            SignUpReply(user: user, session: session.tokens, isReturn: true))
    }

    private func statements(_ found: Found) -> [any Statement] {
        let surplus = Set(found.sessions.map(\.uid)).sorted().map {
            DeleteSurplusSessions(of: $0, keptMax: SessionIssuer.sessionsPerUserMax)
        }
        let binding = InstallKeyBinding(vault: vault, references: references, now: now)
        return binding.statements(found.bound) + [InsertSessions(found.sessions)] + surplus
    }
}

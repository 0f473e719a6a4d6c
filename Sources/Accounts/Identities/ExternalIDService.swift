package import Batching
internal import Postgres
package import Referrals
internal import Rewards
internal import Store
package import Values

/// Users by what the app's own back end knows them by.
package final class ExternalIDService {
    private let context: AccountsContext
    private let bearers: BearerTokens?
    private var cache = ExternalIDCache()

    package init(_ context: AccountsContext, bearers: BearerTokens? = nil) {
        self.context = context
        self.bearers = bearers
        let notifications = context.notifications
        notifications.listen(to: Channels.externalIDs) { [weak self] id in
            if let id = ExternalID(id) { self?.forget(id) }
        }
        notifications.onConnected { [weak self] in
            self?.cache.forgetAll()
            self?.bearers?.forgetAll()
        }
    }

    private func forget(_ id: ExternalID) {
        cache.forget(id)
        bearers?.forget(id)
    }

    /// The users of these ids, without unknown ones. A process that changes one sees it at once, others
    /// within a second.
    package func users(_ ids: Set<ExternalID>) async throws(InfrastructureError) -> [ExternalID: UserID] {
        var known: [ExternalID: UserID] = [:]
        // The cache only counts while notifications arrive.
        if context.notifications.isFresh {
            for id in ids { known[id] = cache.user(id) }
        }
        let unknown = ids.filter { known[$0] == nil }
        guard !unknown.isEmpty else { return known }
        let changes = cache.changes
        let rows = try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindExternalIDs(Array(unknown)))
        }
        let found = Dictionary(rows.map { ($0.id, $0.uid) }) { $1 }
        cache.add(found, readAt: changes)
        return known.merging(found) { $1 }
    }

    package func user(_ id: ExternalID) async throws(InfrastructureError) -> UserID? {
        try await users([id])[id]
    }

    /// Makes a user who is known by an id, and so has signed up at once.
    ///
    /// - Parameter bearer: the issuer's token that it comes by; nil where the back end makes the account.
    /// - Throws: `.externalIDAlreadyInUse`.
    package func signUp(
        _ signUp: SignUp, as id: ExternalID, by bearer: Bearer? = nil
    ) async throws(AccountError) -> SignUpReply {
        try await context.call(AccountError.self) { () throws(PostgresError) in
            try await ExternalSignUp(context: context, id: id, signUp: signUp, bearer: bearer).run()
        }.get()
    }

    /// Sets or removes a user's external id. Repeating the call changes nothing. The first id of an
    /// anonymous user is its sign-up.
    ///
    /// - Parameter actor: as the audit names it.
    /// - Throws: `.userNotFound`, `.externalIDAlreadyInUse`.
    package func set(
        _ id: ExternalID?, of uid: UserID, by actor: String
    ) async throws(AccountError) -> (user: User, rewards: [Reward]) {
        let change = ExternalIDChange(context: context, uid: uid, id: id, actor: actor)
        let done = try await context.resolvingMerge(uid) { () throws(AccountError) in
            try await context.call(AccountError.self) { () throws(PostgresError) in
                try await change.run()
            }.get()
        }
        if let former = done.former { forget(former) }
        return (done.user, done.rewards)
    }
}

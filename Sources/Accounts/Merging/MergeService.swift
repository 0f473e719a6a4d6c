internal import Batching
internal import EventLoops
package import Limits
internal import Postgres
internal import Referrals
internal import Rewards
internal import Store
package import Values

/// Anonymous players who become accounts that are there.
package final class MergeService {
    private let context: AccountsContext
    private let authenticator: Authenticator
    private let limits: RateLimits

    package init(_ context: AccountsContext, authenticator: Authenticator, limits: RateLimits) {
        self.context = context
        self.limits = limits
        self.authenticator = authenticator
    }

    /// Refuses a token that can't be an anonymous player's, before anything is done for the account.
    ///
    /// - Parameter call: as the player's install signs it, if it has a key.
    package func check(_ token: String, in call: SignedCall) async throws(MergeError) {
        let uid = try await holder(token).uid
        let (users, keys) = try await context.call(MergeError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]), FindKeysOfInstalls(of: [uid]))
        }
        guard let encrypted = keys.first?.publicKey, let user = users.first, user.isAnonymous, !user.isGone
        else { return }
        try await InstallProofCheck(context: context).use(
            call, by: encrypted, of: uid, or: MergeError.unproved)
    }

    /// Merges an access token's player into the account, once. Repeating the call returns the same.
    ///
    /// - Parameter account: whose credential the caller has shown, of whatever kind.
    package func merge(_ token: String, into account: UserID) async throws(MergeError) -> Merge {
        let holder = try await self.holder(token)
        let run = MergeRun(context: context, holder: holder, accountID: account, now: context.clock.now)
        let isRepeated = try await context.call(MergeError.self) { () throws(PostgresError) in
            try await run.isDone
        }
        if !isRepeated { try await merge(by: run, into: account) }
        return try await report(on: holder.uid, account)
    }

    /// A refusal doesn't count.
    private func merge(by run: MergeRun, into account: UserID) async throws(MergeError) {
        let limit = RateLimitKey(account.uuid)
        try limits.mergesPerAccount.take(limit, or: MergeError.tooManyRequests)
        var isDone = false
        defer { if !isDone { limits.mergesPerAccount.refund(limit, at: .now) } }
        let result = try await context.call(MergeError.self) { () throws(PostgresError) in
            try await run.run()
        }
        for sid in try result.get() { authenticator.revoke(sid) }
        isDone = true
    }

    private func holder(_ token: String) async throws(MergeError) -> TokenHolder {
        do throws(AuthenticationError) {
            guard let holder = try await authenticator.holder(of: token) else { throw .unauthenticated }
            guard context.moderation.status(of: holder.uid) != .blocked else { throw .blocked }
            return holder
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .unauthenticated, .userNotCreated, .tooManyRequests: throw .unauthenticated
            case .blocked: throw .blocked
            case .merged(let account): throw .merged(into: account)
            }
        }
    }

    private func report(on player: UserID, _ account: UserID) async throws(MergeError) -> Merge {
        let (users, moved, merges) = try await context.call(MergeError.self) { () throws(PostgresError) in
            try await context.pool.run(
                FindUsersByID([account]), SumTransfers(from: player), FindMerges(of: [player]))
        }
        guard let user = users.first, let merge = merges.first else { throw .internalError }
        let balances = moved.map { moved in
            Balance(
                account: Account(uid: account, currency: moved.currency), amount: moved.amount, entries: 0)
        }
        return Merge(user: user, balances: balances, players: merge.players)
    }
}

package import Batching
internal import FoundationEssentials
package import Postgres
package import Referrals
internal import Store
package import Values

/// Errors of calls about a user that may have been merged into an account.
package protocol UserError: ServiceError {
    static var userNotFound: Self { get }
    /// An anonymous player who became this account.
    static func merged(into account: UserID) -> Self
}

extension RewardsContext {
    /// Runs a call about a user, and maps a missing user to `.merged(into:)` if it was merged.
    package func resolvingMerge<Value, Refusal: UserError>(
        _ uid: UserID, _ body: () async throws(Refusal) -> Value
    ) async throws(Refusal) -> Value {
        do throws(Refusal) {
            return try await body()
        } catch {
            guard error == .userNotFound else { throw error }
            guard let account = try await account(of: uid, Refusal.self) else { throw error }
            throw .merged(into: account)
        }
    }

    /// The account of a merged player; nil for others.
    package func account<Refusal: ServiceError>(
        of player: UserID, _ refusal: Refusal.Type
    ) async throws(Refusal) -> UserID? {
        let found = try await call(Refusal.self) { () throws(PostgresError) in
            try await pool.run(FindMerges(of: [player]))
        }
        return found.first?.account
    }
}

extension RewardsContext {
    /// A user's reward, or that of a player merged into it; nil for none.
    func reward(_ id: UUID, of uid: UserID) async throws(PostgresError) -> Reward? {
        let (own, users) = try await pool.run(FindReward(id, of: uid), FindUsersByID([uid]))
        if let reward = own.first { return reward }
        for player in users.first?.former ?? [] {
            let found: [Reward] = try await pool.run(FindReward(id, of: player))
            if let reward = found.first { return reward }
        }
        return nil
    }
}

extension PostgresPool {
    /// Resolves uids: a merged player's to its account, an erased one's to nil.
    ///
    /// - Parameter found: the users of the uids.
    package func today(_ found: [User]) async throws(PostgresError) -> [UserID: User] {
        var today = Dictionary(found.filter { !$0.isGone }.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        let merged = found.filter(\.isMerged).map(\.uid)
        guard !merged.isEmpty else { return today }
        let merges: [MergeRecord] = try await run(FindMerges(of: merged))
        let accounts = try await run(FindUsersByID(Array(Set(merges.map(\.account)))))
        let there = Dictionary(accounts.filter { !$0.isGone }.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
        for merge in merges { today[merge.player] = there[merge.account] }
        return today
    }
}

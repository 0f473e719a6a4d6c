internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Who referred somebody, who referred that one, and so on.
enum ReferrerChain {
    private static let stepsMax = 200

    /// - Returns: the nearest first; whether that is all of them.
    static func up(
        from user: User, in transaction: Transaction
    ) async throws(PostgresError) -> (referrers: [UserID], isWhole: Bool) {
        var referrers: [UserID] = []
        var seen: Set<UserID> = [user.uid]
        var found: [UserID: FindChain.Row] = [:]
        var next = user.referral.referredBy
        while let uid = next, seen.insert(uid).inserted {
            guard referrers.count < stepsMax else { return (referrers, false) }
            referrers.append(uid)
            if found[uid] == nil {
                let chain: [FindChain.Row] = try await transaction.send(
                    FindChain(from: [uid], stepsMax: stepsMax))
                for account in chain { found[account.uid] = account }
            }
            next = found[uid]?.referredBy
        }
        if let next, !referrers.contains(next) { referrers.append(next) }
        return (referrers, true)
    }
}

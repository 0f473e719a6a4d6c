package import Batching
package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Rewards as they were made, and what an administrator does with those that wait for one.
package final class RewardService {
    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// A page of all users' rewards that match, newest first; of one beneficiary's, those for the newest
    /// subjects first. It may be short, or empty, before the end.
    package func all(
        _ filter: RewardFilter, after cursor: RewardsCursor?, limit: Int
    ) async throws(InfrastructureError) -> Page<Reward, RewardsCursor> {
        let looked = filter.looksThrough ? RewardFilter.lookedThroughMax : limit
        let found = try await context.call { () throws(PostgresError) in
            try await RewardSearch(filter, pool: context.pool).rewards(after: cursor, limit: looked + 1)
        }
        return Page(found, lookingThrough: looked, limit: limit, for: filter.matches) {
            filter.cursor(at: $0)
        }
    }

    /// The reward with an id; nil for none.
    package func reward(_ id: UUID) async throws(InfrastructureError) -> Reward? {
        try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindRewardsByID([id])).first
        }
    }

    /// A page of a user's rewards, those for the newest subjects first.
    package func rewards(
        of uid: UserID, status: Reward.Status?, after cursor: RewardPosition?, limit: Int
    ) async throws(InfrastructureError) -> Page<Reward, RewardPosition> {
        let looked = status == .paid ? Self.lookedThroughMax : limit
        let found = try await context.call { () throws(PostgresError) in
            let (own, merged) = try await list(uid, status, before: cursor, limit: looked + 1)
            var found = own
            for player in merged {
                found += try await list(player.uid, status, before: cursor, limit: looked + 1).rewards
            }
            if !merged.isEmpty { found.sort { $1.isBefore($0) } }
            return Array(found.prefix(looked + 1))
        }
        guard status == .paid else { return Page(found, limit: limit) { RewardPosition($0[$0.count - 1]) } }
        return Page(found, lookingThrough: looked, limit: limit, for: { $0.status == .paid }) {
            RewardPosition($0)
        }
    }

    /// A user's own, and who became the user.
    private func list(
        _ uid: UserID, _ status: Reward.Status?, before cursor: RewardPosition?, limit: Int
    ) async throws(PostgresError) -> (rewards: [Reward], merged: [FindMergedUsers.Row]) {
        guard let status, status != .paid else {
            return try await context.pool.run(
                ListRewardsOfUser(of: uid, before: cursor, limit: limit), FindMergedUsers(of: uid))
        }
        return try await context.pool.run(
            ListUnpaidRewardsOfUser(of: uid, status: status, before: cursor, limit: limit),
            FindMergedUsers(of: uid))
    }

    /// Most rewards are paid, so that no index has those alone: a page is what is found of them here, and
    /// goes on behind it. It may be short, or empty, before the end.
    private static let lookedThroughMax = 1_000

    /// Pays a held reward or voids it once. Repeating the call returns the same reward.
    ///
    /// - Throws: `.rewardNotFound`; `.rewardNotHeld` when it went the other way, or was never held.
    package func review(_ review: RewardReview) async throws(RewardError) -> Reward {
        let result = try await context.call(RewardError.self) { () throws(PostgresError) in
            try await RewardReviewer(context: context, now: context.clock.now).run(review)
        }
        return try result.get()
    }

    /// Claws a paid reward back once. Repeating the call returns the same reward.
    ///
    /// - Throws: `.rewardNotFound`; `.rewardNotPaid`; `.insufficientBalance` where less must not be taken.
    package func reverse(_ reversal: RewardReversal) async throws(RewardError) -> Reward {
        let result = try await context.call(RewardError.self) { () throws(PostgresError) in
            try await RewardReverser(context: context, now: context.clock.now).run(reversal)
        }
        return try result.get()
    }
}

extension Reward {
    /// In the reverse order of a list.
    func isBefore(_ other: Reward) -> Bool {
        (subject.description, rule.description, currency.description)
            < (other.subject.description, other.rule.description, other.currency.description)
    }
}

extension RewardPosition {
    init(_ last: Reward) {
        self.init(subject: last.subject, rule: last.rule, currency: last.currency)
    }
}

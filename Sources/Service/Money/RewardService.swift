package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Rewards as they were made, and what an administrator does with those that wait for one.
package final class RewardService {
    private let context: ServiceContext

    init(_ context: ServiceContext) {
        self.context = context
    }

    /// A page of all held rewards, newest first.
    package func held(
        after cursor: UUID?, limit: Int
    ) async throws(CallFailure) -> Page<Reward, UUID> {
        let rewards = try await context.call { () throws(PostgresError) in
            try await context.pool.run(ListRewardsToReview(before: cursor, limit: limit + 1))
        }
        return Page(rewards, limit: limit) { $0[$0.count - 1].id }
    }

    /// A page of a user's rewards, those for the newest subjects first.
    package func rewards(
        of uid: UserID, status: Reward.Status?, after cursor: RewardPosition?, limit: Int
    ) async throws(CallFailure) -> Page<Reward, RewardPosition> {
        let before = cursor.map { RewardKey(beneficiary: uid, subject: $0.subject, rule: $0.rule) }
        let rewards = try await context.call { () throws(PostgresError) in
            try await context.pool.run(
                ListRewardsOfUser(of: uid, status: status, before: before, limit: limit + 1))
        }
        return Page(rewards, limit: limit) { page in
            RewardPosition(subject: page[page.count - 1].subject, rule: page[page.count - 1].rule)
        }
    }

    /// Pays a held reward or voids it, once; the same again gives the same reward.
    ///
    /// - Throws: `.rewardNotFound`; `.rewardNotHeld` when it went the other way, or was never held.
    package func review(_ review: RewardReview) async throws(RewardError) -> Reward {
        let outcome = try await context.call(RewardError.self) { () throws(PostgresError) in
            try await RewardReviewer(context: context, now: WallClock.now).run(review)
        }
        return try outcome.get()
    }
}

/// Where a page of a user's rewards ended.
package struct RewardPosition: Equatable, Sendable {
    package let subject: UserID
    package let rule: RuleName

    package init(subject: UserID, rule: RuleName) {
        self.subject = subject
        self.rule = rule
    }
}

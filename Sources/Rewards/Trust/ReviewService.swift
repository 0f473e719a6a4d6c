package import Batching
internal import EventLoops
package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
internal import Values

/// A reward that waits for an administrator, and what is known of both players.
package struct Review: Equatable, Sendable {
    package let reward: Reward
    /// The player whose state earned it, and the referrer; nil without one.
    package let subject: Party
    package let referrer: Party?
    package let source: ReferralSource?
    /// How many wait for the same rule and reasons, this one counted; of the first so many.
    package let alike: Int64

    package struct Party: Equatable, Sendable {
        package let user: User
        package let status: ModerationStatus
        package let counts: ReferralCounts
    }
}

/// Held rewards, and administrators' decisions on them.
package final class ReviewService {
    /// Of what waits, so much is looked at to tell how many are alike.
    static let alikeMax = 10_000
    /// A page is read in so many parts, which leaves one of a loop's connections to others.
    private static let partsMax = 3
    /// A part has so many rewards, or is the last.
    private static let partMin = 16

    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// A page of all that waits, oldest first.
    package func waiting(
        rule: RuleName?, code: String?, after cursor: UUID?, limit: Int
    ) async throws(InfrastructureError) -> Page<Review, UUID> {
        try await context.call { () throws(PostgresError) in
            let (ids, counts) = try await context.pool.run(
                ListReviews(after: cursor, rule: rule, code: code, limit: limit + 1),
                CountReviews(max: Self.alikeMax))
            let page = Page(ids, limit: limit) { $0[$0.count - 1] }
            let reviews = try await reviews(of: page.items, counts)
            return page.compactMap { reviews[$0] }
        }
    }

    /// Those of these rewards that wait, in the same order.
    package func waiting(_ ids: [UUID]) async throws(InfrastructureError) -> [Review] {
        try await context.call { () throws(PostgresError) in
            let counts = try await context.pool.run(CountReviews(max: Self.alikeMax))
            let reviews = try await reviews(of: ids, counts)
            return ids.compactMap { reviews[$0] }
        }
    }

    /// Rows that are not in memory are read one after the other, each on its own disk page. So a page is read
    /// in parts, on several connections.
    private func reviews(
        of ids: [UUID], _ counts: [CountReviews.Row]
    ) async throws(PostgresError) -> [UUID: Review] {
        let size = max(Self.partMin, (ids.count + Self.partsMax - 1) / Self.partsMax)
        let parts = stride(from: 0, to: ids.count, by: size).map {
            Array(ids[$0..<min($0 + size, ids.count)])
        }
        let reviews = try await EventLoop.together(parts, on: context.pool.loop) {
            [self] (part) async throws(PostgresError) in try await found(part, counts)
        }
        return Dictionary(
            reviews.joined().map { ($0.reward.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func found(_ ids: [UUID], _ counts: [CountReviews.Row]) async throws(PostgresError) -> [Review] {
        let rewards = try await rewards(ids)
        let parties = try await parties(of: rewards)
        return rewards.compactMap { reward in
            guard let subject = parties[reward.subject] else { return nil }
            let alike = counts.first { $0.rule == reward.rule && $0.codes == reward.codes }?.count ?? 1
            return Review(
                reward: reward, subject: subject,
                referrer: subject.user.referral.referredBy.flatMap { parties[$0] },
                source: subject.user.referral.source, alike: alike)
        }
    }

    /// Those without a decision since.
    private func rewards(_ ids: [UUID]) async throws(PostgresError) -> [Reward] {
        try await context.pool.run(FindRewardsByID(ids)).filter(\.waitsForReview)
    }

    private func parties(of rewards: [Reward]) async throws(PostgresError) -> [UserID: Review.Party] {
        guard !rewards.isEmpty else { return [:] }
        let subjects: [User] = try await context.pool.run(FindUsersByID(Array(Set(rewards.map(\.subject)))))
        let missing = Set(subjects.compactMap(\.referral.referredBy)).subtracting(subjects.map(\.uid))
        let referrers: [User] =
            missing.isEmpty ? [] : try await context.pool.run(FindUsersByID(Array(missing)))
        let users = subjects + referrers
        let counts = try await ReferralCounting(pool: context.pool).counts(of: users.map(\.uid))
        var parties: [UserID: Review.Party] = [:]
        for user in users {
            parties[user.uid] = Review.Party(
                user: user, status: context.moderation.status(of: user.uid),
                counts: counts[user.uid] ?? ReferralCounts())
        }
        return parties
    }

    /// Decides on many, each alone and once; a result for each, in order.
    package func decide(
        _ decision: RewardReview.Decision, on ids: [UUID], because reason: String, by actor: String
    ) async throws(RewardError) -> [Result<Reward, RewardError>] {
        let found = try await context.call(RewardError.self) { () throws(PostgresError) in
            try await context.pool.run(FindRewardsByID(ids))
        }
        let beneficiaries = Dictionary(
            found.map { ($0.id, $0.beneficiary) }, uniquingKeysWith: { first, _ in first })
        var results: [Result<Reward, RewardError>] = []
        for id in ids {
            guard let uid = beneficiaries[id] else {
                results.append(.failure(.rewardNotFound))
                continue
            }
            let review = RewardReview(
                uid: uid, rewardID: id, decision: decision, reason: reason, actor: actor)
            results.append(await result(of: review))
        }
        return results
    }

    private func result(of review: RewardReview) async -> Result<Reward, RewardError> {
        do throws(RewardError) {
            return try await context.call(RewardError.self) { () throws(PostgresError) in
                try await RewardReviewer(context: context, now: context.clock.now).run(review)
            }
        } catch {
            return .failure(error)
        }
    }
}

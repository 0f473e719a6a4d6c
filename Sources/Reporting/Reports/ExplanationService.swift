package import Batching
internal import Postgres
package import Referrals
package import Rewards
internal import Store
internal import Values

/// Explains a user's rewards, rule by rule.
package struct RewardExplanation: Sendable {
    package struct Friend: Sendable {
        package let user: User
        package let rules: [RuleExplanation]
    }

    package let user: User
    /// The user's own rewards.
    package let asReferee: [RuleExplanation]
    /// And for each of its newest friends.
    package let friends: [Friend]
    package let hasMoreFriends: Bool
}

/// Lists for each rule the rewards of a user, or the missing conditions.
package struct ExplanationService {
    package static let friendsMax = 50
    /// Events at which something was denied are looked at so far.
    private static let denialsMax = 1_000

    private let context: RewardsContext

    package init(_ context: RewardsContext) {
        self.context = context
    }

    /// - Parameter user: as it is stored.
    package func explanation(of user: User) async throws(InfrastructureError) -> RewardExplanation {
        try await context.call { () throws(PostgresError) in
            let (found, merged) = try await context.pool.run(
                ListReferees(of: user.uid, before: nil, limit: Self.friendsMax + 1),
                FindMergedUsers(of: user.uid))
            let friends = Array(found.prefix(Self.friendsMax))
            let rewards: [Reward] = try await context.pool.run(
                FindRewardsAbout(
                    [user.uid] + friends.map(\.uid), to: [user.uid] + merged.map(\.uid)))
            var explainer = Explainer(
                rules: try await context.programme.current(), rewards: rewards, now: context.clock.now)
            explainer.denials = try await denials(of: explainer.denied(user, friends))
            return RewardExplanation(
                user: user, asReferee: explainer.explain(user, .referee),
                friends: friends.map {
                    RewardExplanation.Friend(user: $0, rules: explainer.explain($0, .referrer))
                }, hasMoreFriends: found.count > friends.count)
        }
    }

    private func denials(of uids: [UserID]) async throws(PostgresError) -> [UserID: [Decision]] {
        guard !uids.isEmpty else { return [:] }
        let events = try await context.programme.explain(
            try await context.pool.run(FindDenyingEvents(of: uids, limit: Self.denialsMax)))
        return Dictionary(grouping: events, by: \.user.uid).mapValues { events in
            events.flatMap(\.decisions).filter { $0.outcome == .denied && $0.isNew }
        }
    }
}

private struct Explainer {
    let rules: RuleBook
    let rewards: [UserID: [Reward]]
    let now: Timestamp
    var denials: [UserID: [Decision]] = [:]

    init(rules: RuleBook, rewards: [Reward], now: Timestamp) {
        self.rules = rules
        self.rewards = Dictionary(grouping: rewards, by: \.subject)
        self.now = now
    }

    /// Rules whose denials are only in events.
    func denied(_ user: User, _ friends: [User]) -> [UserID] {
        let players = [(user, RewardRole.referee)] + friends.map { ($0, RewardRole.referrer) }
        return players.filter { player, role in
            rules.hasDenied(player.state, as: role, rewards: rewards[player.uid] ?? [])
        }.map(\.0.uid)
    }

    func explain(_ player: User, _ role: RewardRole) -> [RuleExplanation] {
        rules.explanations(
            of: player.state, as: role, rewards: rewards[player.uid] ?? [],
            denials: denials[player.uid] ?? [], at: now)
    }
}

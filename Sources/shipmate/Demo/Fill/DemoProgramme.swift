internal import Batching
internal import EventLoops
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// The demo's administrators: trust settings from the start, a second rule later, and what they do about
/// cheats.
struct DemoProgramme {
    static let ruleDaysAgo = 31
    static let changeDaysAgo = 12
    private static let rule: RuleName = "loyal-10"

    let stage: DemoStage

    /// Calls what is due before `step`.
    func act(before step: Int, in play: DemoPlay) async throws {
        switch DemoPlan.steps - step {
        case DemoPlan.steps: try await begin()
        case Self.ruleDaysAgo * DemoPlan.stepsPerDay: try await addRule()
        case Self.changeDaysAgo * DemoPlan.stepsPerDay: try await changeRule()
        default: break
        }
        for (index, daysAgo) in DemoPlan.cheatingDaysAgo.dropLast().enumerated()
        where DemoPlan.steps - step == (daysAgo - 9) * DemoPlan.stepsPerDay {
            try await review(round: index)
            try await moderate(round: index, play)
        }
        if step == DemoPlan.steps - 1 { try await moderate(round: DemoPlan.cheatingDaysAgo.count - 1, play) }
    }

    private var gems: Currency { Currency("gems")! }

    private func begin() async throws {
        let terms = TrustTerms(checks: [
            TrustCheck(.sameDevice, .hold, [1]), TrustCheck(.sameNetwork, .hold, [3, 24]),
            TrustCheck(.burst, .hold, [5, 60]), TrustCheck(.tooFast, .hold, [1_800]),
            TrustCheck(.sameMailbox, .hold), TrustCheck(.ring, .hold),
        ])
        _ = try await stage.services.trust.change(to: terms, ifVersion: nil, by: DemoStage.actor)
        _ = try await stage.services.currencies.set(
            gems, title: "Gems", state: .active, actor: DemoStage.actor)
    }

    private func addRule() async throws {
        _ = try await stage.services.rules.add(
            Self.rule, terms(gems: 10), isActive: true, by: DemoStage.actor)
    }

    private func changeRule() async throws {
        _ = try await stage.services.rules.change(
            Self.rule, to: terms(gems: 20), state: nil, ifVersion: nil, by: DemoStage.actor)
    }

    private func terms(gems amount: Int64) -> RuleTerms {
        RuleTerms(
            description: "Reached level 10", when: [.highestLevel(atLeast: 10)],
            pay: [RuleGrant(to: .referee, gems, .fixed(amount))])
    }

    /// Two of three reviews end against the reward.
    private func review(round: Int) async throws {
        let reviews = try await stage.services.reviews.waiting(rule: nil, code: nil, after: nil, limit: 100)
        let ids = reviews.items.map(\.reward.id)
        let released = ids.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
        let denied = ids.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
        let service = stage.services.reviews
        for (decision, ids, reason) in [
            (RewardReview.Decision.release, released, "friends who share a flat"),
            (.void, denied, "accounts of one person"),
        ] where !ids.isEmpty {
            _ = try await service.decide(decision, on: ids, because: reason, by: DemoStage.actor)
        }
    }

    /// Blocks or watches the leaders of a round of cheats: two and three in all.
    private func moderate(round: Int, _ play: DemoPlay) async throws {
        let statuses: [[ModerationStatus]] = [[.blocked, .watched], [.blocked, .watched], [.watched]]
        let gangs = play.plan.leaders.count / DemoPlan.cheatingDaysAgo.count
        for (index, status) in statuses[round].enumerated() {
            guard let user = play.user(play.plan.leaders[round * gangs + index]) else { continue }
            let reason = status == .blocked ? "ran a ring of accounts" : "brought many friends at once"
            try await stage.services.trust.set(status, of: user.uid, because: reason, by: DemoStage.actor)
        }
    }
}

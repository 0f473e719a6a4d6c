import FoundationEssentials
import Postgres
import Referrals
import TestSupport
import Testing

@testable import Accounts
@testable import Rewards

/// How many attempts and round trips each kind of event takes: what `EventBatch` says at its head.
@Suite struct DecisionCostTests {
    private struct Cost: Equatable, CustomStringConvertible {
        var attempts: Int
        var roundTrips: Int

        var description: String { "\(attempts) attempts, \(roundTrips) round trips" }
    }

    private func expect(
        _ attempts: Int, _ roundTrips: Int, for events: [Event], in rig: ServiceRig,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        // Without notifications it is read again after a second.
        try await rig.context.programme.readOnce()
        let before = (rig.context.doubts.attempts, rig.pool.metrics.roundTrips)
        try await rig.record(events)
        let cost = Cost(
            attempts: rig.context.doubts.attempts - before.0,
            roundTrips: rig.pool.metrics.roundTrips - before.1)
        #expect(cost == Cost(attempts: attempts, roundTrips: roundTrips), sourceLocation: location)
    }

    /// After one event, so that this loop knows the programme.
    private func players(
        _ rig: ServiceRig, _ limits: RuleTerms.Limits = .init(), _ checks: [TrustCheck] = []
    ) async throws -> [User] {
        if limits != .init() {
            let terms = RuleTerms(
                when: [.highestLevel(atLeast: 5)], pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(5))],
                limits: limits)
            _ = try await RuleService(rig.context).add("limited", terms, isActive: true, by: "test")
        }
        if !checks.isEmpty {
            _ = try await TrustService(rig.context).change(
                to: TrustTerms(checks: checks), ifVersion: nil, by: "test")
        }
        let anne = try await rig.signUp()
        var players: [User] = []
        for _ in 0..<3 { players.append(try await rig.signUp(referredBy: anne)) }
        try await rig.record([rig.level(anne, 1)])
        return players
    }

    @Test func `one that pays nothing takes two round trips, one that pays three`() async throws {
        try await ServiceRig.with { rig, _ in
            let players = try await players(rig)
            try await expect(1, 2, for: [rig.level(players[0], 1)], in: rig)
            try await expect(1, 3, for: [rig.level(players[0], 5)], in: rig)
            let both = [rig.level(players[1], 5), rig.level(players[2], 4)]
            try await expect(1, 3, for: both, in: rig)
        }
    }

    @Test func `limits, budgets and checks take one more together, and only where somebody is to be paid`()
        async throws
    {
        let checks = [TrustCheck(.ring, .deny), TrustCheck(.sameDevice, .hold, [2])]
        try await ServiceRig.with { rig, _ in
            let players = try await players(rig, .init(perBeneficiary: 9, budget: 1_000_000), checks)
            try await expect(1, 2, for: [rig.level(players[0], 1)], in: rig)
            // On Citus, checks are answered in a round trip of their own, before places are locked.
            let own = TestEngine.isCitus ? 1 : 0
            // The budget's first share isn't set apart yet.
            try await expect(2, 7 + 2 * own, for: [rig.level(players[0], 5)], in: rig)
            try await expect(1, 4 + own, for: [rig.level(players[1], 5)], in: rig)
        }
    }

    @Test func `one recorded before is found by a second attempt, and answered by a read`() async throws {
        try await ServiceRig.with { rig, _ in
            let players = try await players(rig)
            let event = rig.level(players[0], 5)
            try await rig.record([event])
            try await expect(2, 6, for: [event], in: rig)
            // From now on this loop looks first.
            try await expect(1, 3, for: [event], in: rig)
            try await expect(1, 2, for: [rig.level(players[1], 1)], in: rig)
        }
    }

    @Test func `a user who has forgotten a reward takes a second attempt, which reads it`() async throws {
        try await ServiceRig.with { rig, _ in
            let players = try await players(rig)
            try await rig.record([rig.level(players[0], 5)])
            try rig.database.psql("UPDATE users SET settled_rules = '{}'")
            try await expect(2, 6, for: [rig.level(players[0], 6)], in: rig)
        }
    }
}

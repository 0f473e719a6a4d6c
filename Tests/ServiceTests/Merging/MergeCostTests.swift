import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Rewards

/// How many round trips a merge takes: what `MergeRun` says at its head.
@Suite(.enabled(if: !TestEngine.isCitus, "a chain of referrers takes one there for each step"))
struct MergeCostTests {
    /// After a first merge, so that this loop knows the programme.
    private static func with(
        _ checks: [TrustCheck] = [], _ limits: RuleTerms.Limits? = nil,
        _ body: @escaping @Sendable (ServiceRig, User) async throws -> Void
    ) async throws {
        try await ServiceRig.with { rig, _ in
            if let limits {
                let terms = RuleTerms(
                    when: [.highestLevel(atLeast: 2)],
                    pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(5))], limits: limits)
                _ = try await RuleService(rig.context).add("limited", terms, isActive: true, by: "test")
            }
            if !checks.isEmpty {
                _ = try await TrustService(rig.context).change(
                    to: TrustTerms(checks: checks), ifVersion: nil, by: "test")
            }
            try await rig.merge(try await rig.signUp(), into: try await rig.account("first"))
            try await body(rig, try await rig.account("ben"))
        }
    }

    private static func expect(
        _ roundTrips: Int, in rig: ServiceRig, _ location: SourceLocation = #_sourceLocation,
        for pair: () async throws -> (player: User, account: User)
    ) async throws {
        let (player, account) = try await pair()
        // Without notifications it is read again after a second.
        try await rig.context.programme.readOnce()
        let before = (rig.context.doubts.attempts, rig.pool.metrics.roundTrips)
        try await rig.merge(player, into: account)
        #expect(rig.context.doubts.attempts - before.0 == 1, sourceLocation: location)
        #expect(rig.pool.metrics.roundTrips - before.1 == roundTrips, sourceLocation: location)
    }

    /// A player with a referrer and a friend.
    private static func player(_ rig: ServiceRig, friendAt level: Int32? = nil) async throws -> User {
        let anne = try await rig.signUp(referredBy: try await rig.signUp())
        let player = try await rig.signUp(referredBy: anne)
        let friend = try await rig.signUp(referredBy: player)
        if let level { try await rig.record([rig.level(friend, level)]) }
        return player
    }

    @Test func `a look ahead, two that read and one that writes, and one more where money goes over`()
        async throws
    {
        try await Self.with { rig, ben in
            try await Self.expect(4, in: rig) { (try await rig.signUp(), ben) }
            try await Self.expect(4, in: rig) { (try await Self.player(rig), ben) }
            try await Self.expect(5, in: rig) { (try await Self.player(rig, friendAt: 5), ben) }
        }
    }

    @Test func `one more where players became the player's referrer`() async throws {
        try await Self.with { rig, ben in
            let anne = try await rig.account("anne")
            try await rig.merge(try await rig.signUp(), into: anne)
            try await Self.expect(5, in: rig) { (try await rig.signUp(referredBy: anne), ben) }
        }
    }

    @Test(arguments: [(Int64(100), 5), (2, 7)])
    func `one more where checks look at friends, and two more where one fires`(
        atLeast: Int64, roundTrips: Int
    ) async throws {
        let checks = [TrustCheck(.ring, .deny), TrustCheck(.burst, .hold, [atLeast, 60])]
        try await Self.with(checks) { rig, ben in
            try await rig.merge(try await Self.player(rig), into: ben)
            try await Self.expect(4, in: rig) { (try await rig.signUp(), ben) }
            try await Self.expect(roundTrips, in: rig) { (try await Self.player(rig), ben) }
        }
    }

    @Test func `one more where limits make something too much`() async throws {
        try await Self.with([], .init(perBeneficiary: 1)) { rig, ben in
            try await rig.merge(try await Self.player(rig, friendAt: 2), into: ben)
            try await Self.expect(6, in: rig) { (try await Self.player(rig, friendAt: 2), ben) }
        }
    }
}

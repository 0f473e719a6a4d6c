import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Rewards

/// Users are written before the rules judge, or once afterwards, by what most of a batch's events are.
@Suite struct WrittenProgressTests {
    @Test func `users are what their events made of them, whenever they are written`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            var players: [User] = []
            for _ in 0..<4 { players.append(try await rig.signUp(referredBy: anne)) }
            var random = SeededGenerator(seed: 7)
            let rules = try await rig.context.programme.current()
            var batches = [true: 0, false: 0]
            for _ in 0..<40 {
                let events = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                    rig.event(players.randomElement(using: &random)!, fact(&random))
                }
                batches[rules.areMostlyDecisive(events)]! += 1
                var expected: [UserID: User] = [:]
                for reply in try await rig.record(events) {
                    let after = try reply.get().recorded.user
                    expected[after.uid] = after
                }
                let written: [User] = try await rig.pool.run(FindUsersByID(Array(expected.keys)))
                for user in written {
                    #expect(user.progress == expected[user.uid]?.progress)
                    #expect(user.memory == expected[user.uid]?.memory)
                }
            }
            #expect(batches.values.allSatisfy { $0 > 5 }, "\(batches)")
            #expect(try rig.balance(anne) == "200")
            #expect(try rig.mistakes() == "0")
        }
    }

    private func fact(_ random: inout SeededGenerator) -> Fact {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .milestoneReached(Milestone("m\(Int.random(in: 1...9, using: &random))")!)
        case 1: .counterIncremented(Counter("gold")!, by: Int64.random(in: 1...9, using: &random))
        case 2: .levelReached(Int32.random(in: 1...9, using: &random))
        default: .levelReached(5)
        }
    }

    @Test func `a batch whose events have all been recorded before writes nothing`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let ben = try await rig.signUp(referredBy: anne)
            let event = rig.level(ben, 5)
            try await rig.record([event])
            try await rig.record([rig.level(ben, 3)])
            #expect(try #require(try await rig.record([event]).first).get().isReplayed)
            let after: [User] = try await rig.pool.run(FindUsersByID([ben.uid]))
            #expect(after.map(\.progress.level) == [3])
        }
    }

    @Test func `an event of one who isn't there is refused, and the others of its batch are recorded`()
        async throws
    {
        try await ServiceRig.with { rig, _ in
            let (anne, ben) = (try await rig.signUp(), try await rig.signUp())
            try rig.database.psql(
                "UPDATE users SET referral_code = '\(ReferralCode.ofErased)' WHERE uid = '\(anne.uid)'")
            let results = try await rig.record([rig.level(anne, 5), rig.level(ben, 5)])
            #expect(throws: EventError.userNotFound) { try results[0].get() }
            #expect(try results[1].get().recorded.user.progress.level == 5)
            let levels = try rig.database.psql("SELECT level FROM users ORDER BY level")
            #expect(levels == "0\n5")
        }
    }
}

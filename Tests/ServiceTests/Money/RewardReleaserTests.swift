import Batching
import EventLoops
import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Rewards

/// Held rewards are paid when their time has come.
@Suite struct RewardReleaserTests {
    @Test func `rewards that can't be paid hold up no others, and a round ends all the same`() async throws {
        let database = try await TestDatabase.make(template: "shipmate", prepare: TestServer.migrate)
        try database.makeClockMovable()
        try await ServiceRig.with(on: database) { rig, loop in
            let anne = try await rig.signUp()
            let grant = RuleGrant(to: .referrer, .piecesOfEight, .fixed(7))
            let terms = RuleTerms(when: [.highestLevel(atLeast: 2)], pay: [grant], holdHours: 1)
            _ = try await RuleService(rig.context).add("late", terms, isActive: true, by: "test")
            var held: [Reward] = []
            for _ in 0..<3 {
                let friend = try await rig.signUp(referredBy: anne)
                held += try await rig.record([rig.level(friend, 2)])[0].get().rewards
            }
            try #require(held.map(\.status) == [.held, .held, .held])
            try database.moveClock(by: "2 hours")
            let stuck = held.prefix(2).map { "'\($0.id)'" }.joined(separator: ", ")
            try rig.database.psql(
                """
                CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE lock_not_available; END $$;
                CREATE TRIGGER hold_up BEFORE UPDATE ON rewards FOR EACH ROW WHEN (OLD.id IN (\(stuck)))
                    EXECUTE FUNCTION hold_up()
                """)
            let releaser = RewardReleaser(rig.context, batchRewards: 2)
            try await releaser.round(on: loop)
            #expect(try rig.balance(anne) == "\(held[2].amount)")
            try rig.database.psql("DROP TRIGGER hold_up ON rewards")
            // They are set aside, and tried again some seconds later.
            let items = rig.context.setAside.all
            #expect(items.count == 2)
            rig.context.clock.set(try #require(items.map(\.retryAt).max()), isStopped: true)
            try await releaser.round(on: loop)
            #expect(try rig.balance(anne) == "\(held.map(\.amount).reduce(0, +))")
        }
    }
}

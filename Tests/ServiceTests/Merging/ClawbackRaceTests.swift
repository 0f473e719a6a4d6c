import Postgres
import Referrals
import TestSupport
import Testing
import Values

@testable import Batching
@testable import Ledger
@testable import Rewards
@testable import Store

/// What becomes of a claw-back when another has taken the reward back since it was read.
@Suite struct ClawbackRaceTests {
    @Test(arguments: [false, true])
    func `nothing is written, also when there was nothing to take`(isSpent: Bool) async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            try await rig.record([rig.level(try await rig.signUp(referredBy: anne), 5)])
            let paid = try await rig.pool.run(ListRewardsOfUser(of: anne.uid, before: nil, limit: 1))[0]
            if isSpent { try await rig.post(-paid.amount, to: anne) }
            try await rig.takeBack(paid)
            try await rig.post(7, to: anne)
            let hindrance = try await rig.pool.transaction { transaction throws(PostgresError) in
                var writes = DecidedWrites()
                writes.takeBack(paid, from: nil, because: "A test", as: rig.context.makeID(), at: rig.now)
                return try await writes.commit(
                    transaction, after: [], in: rig.context, locks: true)
            }
            #expect(hindrance == .rewardTakenBack)
            #expect(try rig.balance(anne) == "7")
        }
    }
}

extension ServiceRig {
    /// As an administrator does.
    @discardableResult
    func takeBack(_ reward: Reward) async throws -> Reward {
        let reversal = RewardReversal(
            uid: reward.beneficiary, rewardID: reward.id, shortfall: .takeWhatIsThere, reason: "A ring",
            actor: "test")
        return try await RewardReverser(context: context, now: now).run(reversal).get()
    }
}

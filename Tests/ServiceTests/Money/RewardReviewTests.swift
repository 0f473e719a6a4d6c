import Accounts
import Batching
import EventLoops
import FoundationEssentials
import Referrals
import TestSupport
import Testing

@testable import Rewards
@testable import Service

/// Rewards that wait for an administrator.
@Suite struct RewardReviewTests {
    @Test func `a held reward is in no balance until it is released, once`() async throws {
        try await ServicesRig.with { rig, _ in
            let (anne, _, reward) = try await rig.heldReward()
            #expect(reward.status == .held)
            #expect(try await rig.balance(anne) == [])
            for _ in 0..<2 {
                let released = try await rig.review(reward, .release)
                #expect(released.status == .paid && released.id == reward.id)
            }
            #expect(try await rig.balance(anne) == [50])
            await #expect(throws: RewardError.rewardNotHeld(.paid)) { try await rig.review(reward, .void) }
            #expect(try rig.database.psql("SELECT action FROM audit_entries") == "reward.release")
        }
    }

    @Test func `a voided one is never paid, whatever comes after`() async throws {
        try await ServicesRig.with { rig, _ in
            let (anne, ben, reward) = try await rig.heldReward()
            #expect(try await rig.review(reward, .void).status == .void)
            await #expect(throws: RewardError.rewardNotHeld(.void)) { try await rig.review(reward, .release) }
            #expect(try await rig.reach(6, ben).rewards == [])
            #expect(try await rig.balance(anne) == [])
        }
    }

    @Test func `of administrators who decide at once one is heard`() async throws {
        try await ServicesRig.with { rig, loop in
            let (anne, _, reward) = try await rig.heldReward()
            let decided = await together(10, on: loop) { number in
                try? await rig.review(reward, number.isMultiple(of: 2) ? .release : .void)
            }.compactMap(\.self)
            #expect(Set(decided.map(\.status)).count == 1)
            let isPaid = decided.first?.status == .paid
            #expect(try await rig.balance(anne) == (isPaid ? [50] : []))
            #expect(try rig.database.psql("SELECT count(*) FROM audit_entries") == "1")
        }
    }

    @Test func `one that nobody has is not found`() async throws {
        try await ServicesRig.with { rig, _ in
            let (anne, ben, reward) = try await rig.heldReward()
            await #expect(throws: RewardError.rewardNotFound) {
                try await rig.review(reward, .release, of: ben)
            }
            await #expect(throws: RewardError.rewardNotFound) {
                try await rig.review(UUID(), .release, of: anne)
            }
        }
    }

    @Test func `held rewards are listed page by page, a user's own by status`() async throws {
        try await ServicesRig.with { rig, _ in
            let anne = try await rig.signUp().user
            for _ in 0..<5 { try await rig.reach(5, try await rig.signUp(referredBy: anne, .default).user) }
            let rewards = rig.services.rewards
            var waiting = RewardFilter()
            waiting.status = .held
            let first = try await rewards.all(waiting, after: nil, limit: 3)
            let second = try await rewards.all(waiting, after: first.next, limit: 3)
            #expect(first.items.count == 3 && second.items.count == 2 && second.next == nil)
            #expect(Set((first.items + second.items).map(\.id)).count == 5)
            try await rig.review(first.items[0], .release)
            #expect(
                try await rewards.rewards(of: anne.uid, status: .paid, after: nil, limit: 9).items.count == 1)
            #expect(
                try await rewards.rewards(of: anne.uid, status: .held, after: nil, limit: 9).items.count == 4)
        }
    }
}

extension ServicesRig {
    @discardableResult
    fileprivate func review(_ reward: Reward, _ decision: RewardReview.Decision) async throws -> Reward {
        try await services.rewards.review(
            RewardReview(
                uid: reward.beneficiary, rewardID: reward.id, decision: decision, reason: "why",
                actor: "tester"))
    }

    fileprivate func review(
        _ id: UUID, _ decision: RewardReview.Decision, of user: User
    ) async throws -> Reward {
        try await services.rewards.review(
            RewardReview(uid: user.uid, rewardID: id, decision: decision, reason: "why", actor: "tester"))
    }

    fileprivate func review(
        _ reward: Reward, _ decision: RewardReview.Decision, of user: User
    ) async throws -> Reward {
        try await review(reward.id, decision, of: user)
    }
}

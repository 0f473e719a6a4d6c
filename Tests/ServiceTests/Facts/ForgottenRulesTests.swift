import EventLoops
import FoundationEssentials
import Postgres
import Referrals
import Store
import TestSupport
import Testing

@testable import Accounts
@testable import Rewards

/// A user's row lost what rules had decided about it: the rewards' constraint refuses to pay again, and
/// whoever writes decides by the rewards themselves and has it remembered again.
@Suite struct ForgottenRulesTests {
    @Test func `events`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let (ben, carl) = (
                try await rig.signUp(referredBy: anne), try await rig.signUp(referredBy: anne)
            )
            try await rig.record([rig.level(ben, 5)])
            try rig.forget("highest_level = 0, level = 0")
            // Who is due is paid all the same.
            let replies = try await rig.record([rig.level(ben, 6), rig.level(carl, 5)])
            #expect(try replies.map { try $0.get().rewards.count } == [0, 1])
            #expect(try replies[0].get().recorded.decisions[1].reason == Decision.decidedEarlier)
            #expect(try rig.balance(anne) == "100")
            #expect(try rig.memory(ben) == "{level-5=paid}")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `events whose repeats come with them`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let (ben, carl) = (
                try await rig.signUp(referredBy: anne), try await rig.signUp(referredBy: anne)
            )
            let first = rig.level(carl, 5)
            try await rig.record([rig.level(ben, 5), first])
            try rig.forget()
            let replies = try await rig.record([first, rig.level(ben, 6)]).map { try $0.get() }
            #expect(replies.map(\.isReplayed) == [true, false])
            #expect(replies.map(\.rewards.count) == [1, 0])
            #expect(try rig.balance(anne) == "100")
            #expect(try rig.memory(ben) == "{level-5=paid}")
        }
    }

    @Test(arguments: [(MatchConfidence.unique, "paid", "50"), (.default, "held", "0")])
    func `links`(confidence: MatchConfidence, outcome: String, balance: String) async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let ben = try await rig.signUp(referredBy: anne, confidence)
            try await rig.record([rig.level(ben, 5)])
            try rig.forget()
            let link = rig.link(ben, "ben@example.com")
            let batch = CredentialBatch(context: rig.context, now: rig.now)
            let reply = try await batch.record([link]).get()[0].get()
            #expect(reply.rewards.map(\.rule) == ["signup"] && !reply.user.isAnonymous)
            #expect(try rig.memory(ben) == "{level-5=\(outcome),signup=\(outcome)}")
            #expect(try await batch.record([link]).get()[0].get().rewards == reply.rewards)
            #expect(try rig.balance(anne) == balance && rig.balance(ben) == balance)
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `a reward that an administrator voided stays denied`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let ben = try await rig.signUp(referredBy: anne, .default)
            let reward = try #require(try await rig.record([rig.level(ben, 5)])[0].get().rewards.first)
            let review = RewardReview(
                uid: anne.uid, rewardID: reward.id, decision: .void, reason: "why", actor: "tester")
            _ = try await RewardReviewer(context: rig.context, now: rig.now).run(review).get()
            try rig.forget()
            let reply = try await rig.record([rig.level(ben, 6)])[0].get()
            #expect(reply.recorded.decisions[1].outcome == .denied)
            #expect(try rig.memory(ben) == "{level-5=denied}")
            #expect(try rig.balance(anne) == "0")
        }
    }

    @Test func `referrers`() async throws {
        try await ServiceRig.with { rig, _ in
            let (anne, ben) = (try await rig.signUp(), try await rig.signUp())
            try await rig.record([rig.level(ben, 5)])
            let choice = ReferrerChoice(uid: ben.uid, evidence: .named(.user(anne.uid)), eventID: UUID())
            let batch = ReferrerBatch(context: rig.context, now: rig.now)
            _ = try await batch.record([choice]).get()[0].get()
            try rig.forget("referred_by = NULL")
            let again = ReferrerChoice(uid: ben.uid, evidence: .named(.user(anne.uid)), eventID: UUID())
            #expect(try await batch.record([again]).get()[0].get().referredBy == anne.uid)
            #expect(try rig.memory(ben) == "{level-5=paid}")
            #expect(try rig.balance(anne) == "50")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `all at once, each is paid what was never paid and nothing twice`() async throws {
        try await ServiceRig.with { rig, loop in
            let anne = try await rig.signUp()
            var friends: [User] = []
            for _ in 0..<6 { friends.append(try await rig.signUp(referredBy: anne)) }
            let late = try await rig.signUp()
            try await rig.record((friends + [late]).map { rig.level($0, 5) })
            let referrers = ReferrerBatch(context: rig.context, now: rig.now)
            func choice() -> ReferrerChoice {
                ReferrerChoice(uid: late.uid, evidence: .named(.user(anne.uid)), eventID: UUID())
            }
            _ = try await referrers.record([choice()]).get()
            try rig.forget("referred_by = CASE WHEN uid <> '\(late.uid)' THEN referred_by END")
            let links = friends[..<3].map { rig.link($0, "\($0.uid)@example.com") }
            let events = friends.map { rig.level($0, 6) }
            let choices = [choice(), choice()]
            let succeeded = await together(6, on: loop) { number in
                do {
                    switch number {
                    case 0, 1: return try await rig.record(events).allSatisfy(\.isSuccess)
                    case 2, 3:
                        return try await referrers.record([choices[number - 2]]).get().allSatisfy(\.isSuccess)
                    default:
                        return try await CredentialBatch(context: rig.context, now: rig.now).record(links)
                            .get().allSatisfy(\.isSuccess)
                    }
                } catch {
                    Issue.record(error)
                    return false
                }
            }
            #expect(succeeded == Array(repeating: true, count: 6))
            #expect(try rig.balance(anne) == "350")
            #expect(try friends[..<3].map { try rig.balance($0) } == ["50", "50", "50"])
            for user in friends + [late] { #expect(try rig.memory(user).contains("level-5=paid")) }
            #expect(try rig.mistakes() == "0")
        }
    }
}

extension ServiceRig {
    fileprivate func forget(_ more: String = "level = level") throws {
        try database.psql("UPDATE users SET settled_rules = '{}', \(more)")
    }

    fileprivate func memory(_ user: User) throws -> String {
        try database.psql("SELECT settled_rules FROM users WHERE uid = '\(user.uid)'")
    }
}

extension Result {
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}

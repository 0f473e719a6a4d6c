import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

@testable import Rewards

/// A batch of events is answered as if each had come alone, after the one before.
@Suite struct EventBatchTests {
    /// What a reply comes to, whoever its user is.
    private struct Step: Equatable {
        let level: Int32
        let highestLevel: Int32
        let decisions: [Decision]
        let rewards: [RuleName]
        let isReplayed: Bool
        let failure: EventError?

        init(_ outcome: Result<EventReply, EventError>) {
            let reply = try? outcome.get()
            level = reply?.recorded.user.level ?? 0
            highestLevel = reply?.recorded.user.highestLevel ?? 0
            decisions = reply?.recorded.decisions ?? []
            rewards = reply?.rewards.map(\.rule) ?? []
            isReplayed = reply?.isReplayed ?? false
            failure = if case .failure(let error) = outcome { error } else { nil }
        }
    }

    @Test func `levels up and down, milestones and repeats in one batch are answered step by step`()
        async throws
    {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let ben = try await rig.signUp(referredBy: anne)
            let id = UUID()
            let replies = try await rig.record([
                rig.level(ben, 3), rig.level(ben, 6, id: id), rig.milestone(ben, "tutorial_completed"),
                rig.level(ben, 2), rig.level(ben, 6, id: id), rig.level(ben, 7, id: id), rig.level(ben, 5),
            ])
            let steps = replies.map(Step.init)
            #expect(steps.map(\.level) == [3, 6, 6, 2, 6, 0, 5])
            #expect(steps.map(\.highestLevel) == [3, 6, 6, 6, 6, 0, 6])
            #expect(steps.map(\.rewards) == [[], ["level-5"], [], [], ["level-5"], [], []])
            #expect(steps.map(\.isReplayed) == [false, false, false, false, true, false, false])
            #expect(steps.map(\.failure) == [nil, nil, nil, nil, nil, .eventIDReused, nil])
            #expect(try replies[4].get().rewards == replies[1].get().rewards)
            #expect(try rig.balance(anne) == "50")
            let kept = "SELECT level, highest_level, milestones FROM users WHERE uid = '\(ben.uid)'"
            #expect(try rig.database.psql(kept) == "5|6|{tutorial_completed}")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `any batch is answered as the same events one by one`() async throws {
        try await ServiceRig.with { rig, _ in
            var random = SeededGenerator("EventBatchTests")
            let anne = try await rig.signUp()
            for _ in 0..<20 {
                let (one, other) = (
                    try await rig.signUp(referredBy: anne), try await rig.signUp(referredBy: anne)
                )
                let ids = (0..<6).map { _ in UUID() }
                let facts: [(Fact, UUID)] = (0..<12).map { _ in
                    let isLevel = Int.random(in: 0..<3, using: &random) > 0
                    let fact: Fact =
                        isLevel
                        ? .levelReached(.random(in: 1...7, using: &random))
                        : .milestoneReached(Milestone(["a", "b"].randomElement(using: &random)!)!)
                    return (fact, ids.randomElement(using: &random)!)
                }
                let together = try await rig.record(facts.map { rig.event(one, $0.0, id: $0.1) })
                var apart: [Result<EventReply, EventError>] = []
                for (fact, id) in facts {
                    apart += try await rig.record([rig.event(other, fact, id: id)])
                }
                #expect(together.map(Step.init) == apart.map(Step.init))
                let same = """
                    SELECT count(DISTINCT (level, highest_level, milestones, settled_rules)) FROM users
                    WHERE uid IN ('\(one.uid)', '\(other.uid)')
                    """
                #expect(try rig.database.psql(same) == "1")
            }
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `several users and a referrer's many grants share a batch`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            var friends: [User] = []
            for _ in 0..<20 { friends.append(try await rig.signUp(referredBy: anne)) }
            let stranger = User(
                uid: UserID(UUID()), referralCode: anne.referralCode, createdAt: anne.createdAt)
            let replies = try await rig.record(friends.map { rig.level($0, 5) } + [rig.level(stranger, 5)])
            #expect(replies.dropLast().compactMap { try? $0.get().rewards.count } == friends.map { _ in 1 })
            #expect(Step(replies[20]).failure == .userNotFound)
            #expect(try rig.balance(anne) == "1000")
            let chain = "SELECT string_agg(balance_after::text, ' ' ORDER BY sequence) FROM ledger_entries"
            let expected = (1...20).map { String($0 * 50) }.joined(separator: " ")
            #expect(try rig.database.psql(chain) == expected)
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `a batch sent again after a commit in doubt changes nothing and answers alike`() async throws {
        try await ServiceRig.with { rig, _ in
            let anne = try await rig.signUp()
            let ben = try await rig.signUp(referredBy: anne, .default)
            let carl = try await rig.signUp(referredBy: anne)
            let events = [rig.level(ben, 5), rig.level(carl, 4), rig.level(carl, 9), rig.level(carl, 1)]
            let first = try await rig.record(events)
            // The repeat may meet events that come for the first time.
            let second = try await rig.record(events + [rig.level(carl, 2)])
            #expect(try second[0...3].map { try $0.get().rewards } == first.map { try $0.get().rewards })
            #expect(try second.map { try $0.get().isReplayed } == [true, true, true, true, false])
            #expect(second[0...3].map { Step($0).decisions } == first.map { Step($0).decisions })
            #expect(try rig.balance(anne) == "50")
            #expect(try rig.database.psql("SELECT count(*) FROM events") == "5")
            #expect(try rig.mistakes() == "0")
        }
    }

    @Test func `two batches with the same new events at once record each once`() async throws {
        try await ServiceRig.with { rig, loop in
            let anne = try await rig.signUp()
            var friends: [User] = []
            for _ in 0..<10 { friends.append(try await rig.signUp(referredBy: anne)) }
            let events = friends.map { rig.level($0, 5) }
            let answers = (0..<3).map { _ in BatchAnswer() }
            for answer in answers {
                Task.immediate {
                    _ = loop
                    answer.replies = try? await rig.record(events.shuffled())
                    answer.isDone = true
                }
            }
            #expect(await eventually { answers.allSatisfy(\.isDone) })
            let replies = answers.flatMap { $0.replies ?? [] }.compactMap { try? $0.get() }
            #expect(replies.count == 30)
            #expect(replies.filter { !$0.isReplayed }.count == 10)
            #expect(try rig.balance(anne) == "500")
            #expect(try rig.mistakes() == "0")
        }
    }

    private final class BatchAnswer {
        var replies: [Result<EventReply, EventError>]?
        var isDone = false
    }
}

import Referrals
import Testing

/// The README's rule in Swift.
@Suite struct RecipeTests {
    @Test func `pays as it says, once, and says why it doesn't`() {
        let book = RuleBook(version: 1, Rule.standard, code: [TutorialReward()])
        let player = Sample.player(1, referredBy: 2)
        let milestone: Fact = .milestoneReached("tutorial_completed")
        let (after, verdicts) = book.apply([.levelReached(2), milestone, .levelReached(3)], to: player)
        let reasons = verdicts.map { $0.decisions.last?.reason }
        #expect(reasons == ["tutorial_not_completed", "deserved", "decided_earlier"])
        let rewards = verdicts.flatMap(\.rewards)
        #expect(rewards.map(\.amount) == [100] && rewards.map(\.beneficiary) == [player.uid])
        #expect(rewards.map(\.rule) == ["tutorial"] && after.memory["tutorial"] == .paid)
        #expect(book.apply([milestone], to: Sample.player(3)).verdicts.flatMap(\.rewards) == [])
    }
}

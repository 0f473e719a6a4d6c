import FoundationEssentials
import Referrals
import Testing

/// The rule in Swift of Documentation/Architecture.md.
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

    @Test func `is explained as those that are data`() {
        let book = RuleBook(version: 1, Rule.standard, code: [TutorialReward()])
        func explanations(_ player: User, _ role: RewardRole = .referee) -> [String] {
            book.explanations(of: player.state, as: role, rewards: [], denials: [], at: Sample.now)
                .filter { $0.rule == "tutorial" }
                .map { "\($0.currency) \($0.status.rawValue) \($0.codes.joined(separator: "+"))" }
        }
        func done(_ player: User) -> User {
            player.after(.milestoneReached("tutorial_completed"), at: Sample.now)
        }
        let player = Sample.player(1, referredBy: 2)
        #expect(explanations(player) == ["pieces_of_eight not_yet tutorial_not_completed"])
        #expect(explanations(player, .referrer) == [])
        #expect(explanations(done(player)) == ["pieces_of_eight not_yet next_event"])
        #expect(explanations(done(Sample.player(1))) == ["pieces_of_eight not_yet no_referrer"])
        let guessed = done(Sample.player(1, referredBy: 2, confidence: .weak))
        #expect(explanations(guessed) == ["pieces_of_eight denied weak_match"])
    }

    @Test func `is denied where the balance has no room for it`() {
        let book = RuleBook(version: 1, [], code: [TutorialReward()])
        let player = Sample.player(1, referredBy: 2)
        var grantLimits = GrantLimits()
        grantLimits.headroom = [Account(uid: player.uid, currency: .piecesOfEight): 99]
        let verdict = book.apply(
            .milestoneReached("tutorial_completed"), to: player, at: Sample.now, &grantLimits
        ) { UUID() }
        #expect(verdict.rewards.isEmpty && verdict.decisions.map(\.reason) == ["balance_full"])
    }
}

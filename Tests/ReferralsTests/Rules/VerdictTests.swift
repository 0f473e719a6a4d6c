import Referrals
import Testing

/// State, not edges: a reward comes with whichever fact arrived last, and once.
@Suite struct VerdictTests {
    private let rules = RuleBook.standard

    @Test func `a jump from 3 to 6 pays`() {
        let (_, verdicts) = rules.apply(
            [.levelReached(3), .levelReached(6)], to: Sample.player(referredBy: 2))
        #expect(verdicts.map(\.rewards.count) == [0, 1])
        #expect(verdicts[1].rewards[0].beneficiary == Sample.uid(2))
        #expect(verdicts[1].rewards[0].subject == Sample.uid(1))
        #expect(verdicts[1].rewards[0].status == .paid)
    }

    @Test func `5, 4, 5 pays once, and the highest level stays`() {
        let (user, verdicts) = rules.apply(
            [.levelReached(5), .levelReached(4), .levelReached(5)], to: Sample.player(referredBy: 2))
        #expect(verdicts.map(\.rewards.count) == [1, 0, 0])
        #expect(verdicts.map(\.user.level) == [5, 4, 5])
        #expect(user.highestLevel == 5)
        #expect(verdicts[2].decisions[1].reason == Decision.decidedEarlier)
    }

    @Test func `a referrer recorded after level five still counts`() {
        let (user, verdicts) = rules.apply(
            [.levelReached(5), .referrerRecorded(Sample.uid(2)), .credentialLinked], to: Sample.player())
        #expect(verdicts.map { $0.rewards.map(\.rule) } == [[], ["level-5"], ["signup"]])
        #expect(user.memory == ["level-5": .paid, "signup": .paid])
    }

    @Test func `signing up without a referrer closes both rules for good`() {
        let (user, verdicts) = rules.apply(
            [.levelReached(5), .credentialLinked, .levelReached(9)], to: Sample.player())
        #expect(verdicts.flatMap(\.rewards) == [])
        #expect(user.memory == ["level-5": .denied, "signup": .denied])
    }

    @Test func `a likely match is held, a weak one denied`() {
        let facts: [Fact] = [.credentialLinked, .levelReached(5)]
        let likely = rules.apply(facts, to: Sample.player(referredBy: 2, confidence: .default))
        #expect(likely.verdicts.flatMap { $0.rewards.map(\.status) } == [.held, .held])
        #expect(likely.user.memory == ["signup": .held, "level-5": .held])
        let weak = rules.apply(facts, to: Sample.player(referredBy: 2, confidence: .weak))
        #expect(weak.verdicts.flatMap(\.rewards) == [])
        #expect(weak.user.memory == ["signup": .denied, "level-5": .denied])
    }

    @Test func `a milestone is kept once, in the order reached`() throws {
        let names = try ["b", "a", "b"].map { try #require(Milestone($0)) }
        let (user, _) = rules.apply(names.map(Fact.milestoneReached), to: Sample.player())
        #expect(user.progress.milestones.map(\.description) == ["b", "a"])
    }

    @Test func `linking stamps sign-up and first sign-in and keeps the uid`() {
        let (user, _) = rules.apply([.credentialLinked], to: Sample.player(7))
        #expect(user.uid == Sample.uid(7) && !user.isAnonymous)
        #expect(user.signedUpAt == Sample.now && user.lastSignInAt == Sample.now)
    }

    @Test func `a recorded referrer takes the place of a rejected one and keeps the match`() {
        var player = Sample.player(confidence: .default)
        player.referral.rejection = .unknownReferrer
        player.referral.rejectedName = "gone"
        #expect(player.referral.status == .rejected)
        let (user, _) = rules.apply([.referrerRecorded(Sample.uid(2))], to: player)
        #expect(user.referral == Referral(referredBy: Sample.uid(2), matchConfidence: .default))
        #expect(user.referral.status == .recorded)
        #expect(Referral.none.status == .none)
    }
}

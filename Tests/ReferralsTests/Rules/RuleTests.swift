import Testing

@testable import Referrals

/// Each rule by itself: when it is deserved, and what it offers.
@Suite struct RuleTests {
    @Test(arguments: [(false, false), (true, true)])
    func `signing up deserves the sign-up reward`(isSignedUp: Bool, isDeserved: Bool) {
        let player = UserState(
            uid: Sample.uid(1), isSignedUp: isSignedUp, progress: Progress(highestLevel: 9))
        #expect(SignUpReward().isDeserved(by: player) == isDeserved)
    }

    @Test func `the sign-up reward goes to the one who signed up`() {
        let player = UserState(uid: Sample.uid(1), isSignedUp: true, referredBy: Sample.uid(2))
        #expect(
            SignUpReward().reward(for: player)
                == .credit(
                    50, .piecesOfEight, to: Sample.uid(1), as: .referee, because: "Signed up after a referral"
                ))
    }

    @Test(arguments: [(0, false), (4, false), (5, true), (6, true), (1_000_000, true)] as [(Int32, Bool)])
    func `level five deserves the referrer's reward`(level: Int32, isDeserved: Bool) {
        let player = UserState(uid: Sample.uid(1), progress: Progress(highestLevel: level))
        #expect(LevelFiveReward().isDeserved(by: player) == isDeserved)
    }

    @Test func `the level's reward goes to the referrer`() {
        let player = UserState(
            uid: Sample.uid(1), progress: Progress(highestLevel: 5), referredBy: Sample.uid(2))
        #expect(
            LevelFiveReward().reward(for: player)
                == .credit(
                    50, .piecesOfEight, to: Sample.uid(2), as: .referrer, because: "A friend reached level 5")
        )
    }

    @Test func `without a referrer there is nothing to pay`() {
        let player = UserState(uid: Sample.uid(1), isSignedUp: true, progress: Progress(highestLevel: 5))
        #expect(SignUpReward().reward(for: player) == nil)
        #expect(LevelFiveReward().reward(for: player) == nil)
    }

    @Test func `a new installation has the two rules, in this order`() {
        #expect(RuleBook.standard.rules.map(\.name) == ["signup", "level-5"])
    }
}

import Referrals
import Testing

/// The two rules of a new installation, each by itself: when it is deserved, and what it offers.
@Suite struct RuleTests {
    private func offers(_ player: UserState) -> [RewardOffer] {
        RuleBook.standard.judge(player).compactMap(\.offer)
    }

    @Test(arguments: [false, true])
    func `signing up pays the one who did, where somebody referred it`(isSignedUp: Bool) {
        let player = UserState(uid: Sample.uid(1), isSignedUp: isSignedUp, referredBy: Sample.uid(2))
        #expect(offers(player).map(\.beneficiary) == (isSignedUp ? [Sample.uid(1)] : []))
        #expect(
            offers(player).allSatisfy { $0.role == .referee && $0.reason == "Signed up after a referral" })
    }

    @Test(arguments: [(0, false), (4, false), (5, true), (6, true), (1_000_000, true)] as [(Int32, Bool)])
    func `level five pays the referrer`(level: Int32, isDeserved: Bool) {
        let player = UserState(
            uid: Sample.uid(1), progress: Progress(highestLevel: level), referredBy: Sample.uid(2))
        #expect(offers(player).map(\.beneficiary) == (isDeserved ? [Sample.uid(2)] : []))
        #expect(offers(player).allSatisfy { $0.role == .referrer && $0.reason == "A friend reached level 5" })
        #expect(offers(player).allSatisfy { $0.amount == 50 && $0.currency == .piecesOfEight })
    }

    @Test func `without a referrer there is nothing to pay`() {
        let player = UserState(uid: Sample.uid(1), isSignedUp: true, progress: Progress(highestLevel: 5))
        #expect(offers(player) == [])
    }

    @Test func `a new installation has the two rules, in this order`() {
        #expect(RuleBook.standard.rules.map(\.name) == ["signup", "level-5"])
        #expect(Rule.standard.allSatisfy { $0.terms.mistakes == [] })
    }
}

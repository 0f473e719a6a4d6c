import Referrals
import Testing
import Values

/// What becomes of who referred whom when an anonymous player becomes an account.
struct MergerTests {
    private static let hour: Int64 = 3_600

    /// 2, who signed up an hour ago.
    private func account(referredBy referrer: Int? = nil) -> User {
        var user = Sample.player(2, referredBy: referrer)
        user.signedUpAt = Sample.now.adding(seconds: -Self.hour)
        return user
    }

    private func merger(
        _ player: User, into account: User, referrers: [Int] = [], playersReferrers: [Int]? = nil,
        after hours: Int64 = 0
    ) -> Merger {
        Merger(
            player, into: account, referrers: referrers.map(Sample.uid),
            playersReferrers: playersReferrers.map { $0.map(Sample.uid) } ?? [],
            at: Sample.now.adding(seconds: hours * Self.hour))
    }

    @Test func `the account's own referrer stays`() {
        let merger = merger(
            Sample.player(1, referredBy: 3), into: account(referredBy: 4), referrers: [4],
            playersReferrers: [3])
        #expect(!merger.takesReferral && merger.referral.referredBy == Sample.uid(4))
    }

    @Test func `one that nobody referred gets the player's within a day of its sign-up`() {
        let player = Sample.player(1, referredBy: 3, confidence: .weak)
        for (hours, isTaken) in [(Int64(0), true), (22, true), (23, false)] {
            let merger = merger(player, into: account(), playersReferrers: [3], after: hours)
            #expect(merger.takesReferral == isTaken)
            #expect(merger.referral == (isTaken ? player.referral : .none))
        }
    }

    @Test func `nobody becomes a referrer of itself, at once or over others`() {
        for way in [[2], [3, 2], [3, 4, 2], [3, 1]] {
            let merger = merger(
                Sample.player(1, referredBy: way[0]), into: account(), playersReferrers: way)
            #expect(!merger.takesReferral && merger.referral.referredBy == nil)
        }
    }

    @Test func `who can't look at all of them takes none`() {
        let merger = Merger(
            Sample.player(1, referredBy: 3), into: account(), referrers: [], playersReferrers: nil,
            at: Sample.now)
        #expect(!merger.takesReferral)
    }

    @Test func `an account that the player had referred is nobody's, unless somebody referred the player`() {
        let lone = merger(Sample.player(1), into: account(referredBy: 1), referrers: [1])
        #expect(lone.referral.status == .rejected && lone.referral.rejection == .selfReferral)
        #expect(lone.referral.rejectedName == "\(Sample.uid(1))" && lone.closingLink == nil)
        let fallbackUser = merger(
            Sample.player(1, referredBy: 3), into: account(referredBy: 1), referrers: [1, 3],
            playersReferrers: [3])
        #expect(fallbackUser.takesReferral && fallbackUser.referral.referredBy == Sample.uid(3))
    }

    @Test func `whom the player brought and who brought the account is not the account's referee`() {
        let merger = merger(Sample.player(1), into: account(referredBy: 5), referrers: [5, 6, 1])
        #expect(merger.closingLink == Sample.uid(6))
    }

    @Test func `what was paid for the player was paid for the account, and nobody signs up twice`() {
        var player = Sample.player(1, referredBy: 3)
        player.memory = ["level-5": .paid, "ship": .held, "capped": .denied]
        var account = account(referredBy: 4)
        account.memory = ["ship": .paid]
        let own = merger(player, into: account).taken(by: account, in: .standard)
        #expect(own.memory == ["level-5": .paid, "ship": .paid])
        account.referral = .none
        let taking = merger(player, into: account, playersReferrers: [3]).taken(by: account, in: .standard)
        #expect(
            taking.memory == ["level-5": .paid, "ship": .paid, "capped": .denied, "signup": .denied])
        #expect(taking.referral == player.referral)
    }
}

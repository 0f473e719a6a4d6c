import FoundationEssentials
import Referrals
import Testing

/// What an account has reached once an anonymous player has become it.
@Suite struct MergedProgressTests {
    private func folded(_ player: Progress, into account: Progress) -> Progress {
        let user = User(
            uid: Sample.uid(2), referralCode: Sample.code, progress: account, createdAt: Sample.now)
        return user.after(.playerMerged(Sample.uid(1), player), at: Sample.now).progress
    }

    @Test func `levels are the higher, milestones those of both, counters added up`() {
        let races = Counter("races")!
        let player = Progress(
            level: 2, highestLevel: 6, milestones: ["ship", "port"],
            counters: [races: 3, Counter("cards")!: 1])
        let account = Progress(level: 3, highestLevel: 4, milestones: ["port"], counters: [races: 4])
        let both = Progress(
            level: 3, highestLevel: 6, milestones: ["port", "ship"],
            counters: [races: 7, Counter("cards")!: 1])
        #expect(folded(player, into: account) == both)
        #expect(folded(Progress(), into: account) == account)
        #expect(folded(player, into: Progress()) == player)
    }

    @Test func `a user has no more of it than facts may bring`() {
        let many = (0..<Milestone.countMax).compactMap { Milestone("m\($0)") }
        let more = folded(Progress(milestones: ["ship"]), into: Progress(milestones: many))
        #expect(more.milestones == many)
        let counters = Dictionary(
            uniqueKeysWithValues: (0..<Counter.countMax).map { (Counter("c\($0)")!, Counter.sumMax - 1) })
        let other = Progress(counters: [Counter("c0")!: 5, Counter("races")!: 1])
        let sums = folded(other, into: Progress(counters: counters)).counters
        #expect(sums.count == Counter.countMax && sums[Counter("c0")!] == Counter.sumMax)
    }
}

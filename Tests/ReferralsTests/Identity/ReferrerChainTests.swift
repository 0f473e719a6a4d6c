import Referrals
import Testing
import Values

/// Who is above a user, by what is known of links.
struct ReferrerChainTests {
    private func chain(above referrer: Int?, _ links: [(Int, Int?)]) -> ReferrerChain {
        let known = links.map { (Sample.uid($0.0), $0.1.map(Sample.uid)) }
        return ReferrerChain(
            above: Sample.player(1, referredBy: referrer), links: Dictionary(uniqueKeysWithValues: known))
    }

    @Test(
        arguments: [
            (nil, [], []),
            (2, [(2, nil)], [2]),
            (2, [(2, 3), (3, 4), (4, nil), (5, 6)], [2, 3, 4]),
            // The user again, which the links know too, and others in a ring above it.
            (2, [(1, 2), (2, 1)], [2, 1]),
            (2, [(2, 3), (3, 4), (4, 2)], [2, 3, 4]),
        ] as [(Int?, [(Int, Int?)], [Int])])
    func `all come once, the nearest first`(referrer: Int?, links: [(Int, Int?)], referrers: [Int]) {
        let chain = chain(above: referrer, links)
        #expect(chain.referrers == referrers.map(Sample.uid))
        #expect(chain.isWhole && chain.open == nil)
    }

    @Test func `where the next isn't known, the last one is open`() {
        #expect(chain(above: 2, []).open == Sample.uid(2))
        #expect(chain(above: 2, [(2, 3)]).open == Sample.uid(3))
    }

    @Test func `of too many the nearest come, and it is known that there are more`() {
        let most = ReferrerChain.stepsMax + 1
        let whole = chain(above: 2, (2...most).map { ($0, $0 < most ? $0 + 1 : nil) })
        #expect(whole.referrers.count == ReferrerChain.stepsMax && whole.isWhole)
        let more = chain(above: 2, (2...most).map { ($0, $0 + 1) })
        #expect(more.referrers == whole.referrers && !more.isWhole)
    }
}

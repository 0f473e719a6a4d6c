import Referrals
import Testing
import Values

@testable import Store

@Suite struct ReferralCountTests {
    @Test func `all lock the counts of several referrers in one order`() {
        let referrers = (1...50).map(Sample.uid)
        for _ in 0..<20 {
            let more = Dictionary(uniqueKeysWithValues: referrers.shuffled().map { ($0, ReferralCounts()) })
            #expect(AddReferralCounts(more).more.map(\.referrer) == referrers)
        }
    }
}

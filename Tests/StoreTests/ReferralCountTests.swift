import Referrals
import Testing
import Values

@testable import Postgres
@testable import Store

@Suite struct ReferralCountTests {
    @Test func `all lock the counts of several referrers in one order`() {
        let referrers = (1...50).map(Sample.uid)
        for _ in 0..<20 {
            let more = Dictionary(uniqueKeysWithValues: referrers.shuffled().map { ($0, ReferralCounts()) })
            let locked = AddReferralCounts(more).parameters.withValues { values, lengths in
                [UserID].decode(UnsafeRawBufferPointer(start: values[0], count: Int(lengths[0])))
            }
            #expect(locked == referrers)
        }
    }
}

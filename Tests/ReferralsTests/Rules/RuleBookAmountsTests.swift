import Referrals
import Testing

struct RuleBookAmountsTests {
    @Test func `each rule's amount is what it pays for a friend`() {
        #expect(RuleBook.standard.amounts == ["signup": 50, "level-5": 50])
        #expect(RuleBook([]).amounts == [:])
    }
}

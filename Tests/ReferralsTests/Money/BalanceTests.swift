import Referrals
import Testing

@Suite struct BalanceTests {
    private func balance(_ amount: Int64, entries: Int64 = 3) -> Balance {
        Balance(account: Sample.account(), amount: amount, entries: entries)
    }

    @Test(
        arguments: [
            (0, 1, 1), (100, -100, 0), (100, -1, 99), (Int64.max - 1, 1, Int64.max), (Int64.max, -.max, 0),
        ] as [(Int64, Int64, Int64)])
    func `books what fits and numbers it`(before: Int64, amount: Int64, after: Int64) throws {
        var account = balance(before)
        let entry = try account.post(Sample.posting(amount), at: Sample.now)
        #expect(account == balance(after, entries: 4))
        #expect(entry.sequence == 4 && entry.balanceAfter == after && entry.amount == amount)
        #expect(entry.createdAt == Sample.now && entry.reason == "a hat" && entry.rule == nil)
    }

    @Test(
        arguments: [
            (0, -1, .insufficientBalance(0)), (99, -100, .insufficientBalance(99)),
            (0, .min, .insufficientBalance(0)), (Int64.max, .min, .insufficientBalance(.max)),
            (Int64.max, 1, .balanceTooLarge), (1, .max, .balanceTooLarge),
        ] as [(Int64, Int64, PostingRefusal)])
    func `refuses what doesn't fit and stays as it was`(before: Int64, amount: Int64, why: PostingRefusal) {
        var account = balance(before)
        #expect(throws: why) { try account.post(Sample.posting(amount), at: Sample.now) }
        #expect(account == balance(before))
    }

    @Test func `a posting knows itself again by all of its content`() throws {
        var account = balance(10)
        let posting = Sample.posting(-2)
        let entry = try account.post(posting, at: Sample.now)
        #expect(posting.isSame(as: entry))
        let others = [
            Sample.posting(-3), Sample.posting(-2, id: 2),
            Posting(
                id: posting.id, account: posting.account, kind: .adjustment, amount: -2, reason: "a hat"),
            Posting(
                id: posting.id, account: posting.account, kind: .redemption, amount: -2, reason: "a cap"),
            Posting(
                id: posting.id, account: Sample.account(2), kind: .redemption, amount: -2, reason: "a hat"),
        ]
        #expect(others.allSatisfy { !$0.isSame(as: entry) })
    }
}

import Referrals
import Testing
import Values

/// When a rule's spending reaches a mark of its budget.
struct BudgetMarksTests {
    private static let budget = Budget(amount: 101, smallestReward: 5)

    struct Spending: Sendable {
        let before: Int64?
        let spent: Int64
        let marks: [Budget.Mark]
    }

    @Test(arguments: [
        Spending(before: 0, spent: 80, marks: []),
        Spending(before: 80, spent: 81, marks: [.low]),
        Spending(before: 81, spent: 96, marks: []),
        Spending(before: 96, spent: 97, marks: [.spent]),
        Spending(before: 97, spent: 101, marks: []),
        Spending(before: 0, spent: 101, marks: [.low, .spent]),
        Spending(before: nil, spent: 80, marks: []),
        Spending(before: nil, spent: 85, marks: [.low]),
        Spending(before: nil, spent: 500, marks: [.low, .spent]),
    ])
    func `a mark is reached once, and by a new budget also at its first decision`(case it: Spending) {
        #expect(Self.budget.marks(from: it.before, to: it.spent) == it.marks)
    }

    @Test(arguments: [1, 2, 4, 5, 6, 99, Int64.max])
    func `80 % is rounded up`(amount: Int64) {
        let lowFrom = Budget(amount: amount, smallestReward: 1).lowFrom
        let (high, low) = lowFrom.multipliedFullWidth(by: 5)
        let four = amount.multipliedFullWidth(by: 4)
        #expect((high, low) >= four)
        let less = (lowFrom - 1).multipliedFullWidth(by: 5)
        #expect(less < four)
    }

    @Test func `each currency has a budget, with the smallest amount of its tiers`() {
        let gems = Currency("gems")!
        let terms = RuleTerms(
            when: [.highestLevel(atLeast: 1)],
            pay: [
                RuleGrant(
                    to: .referrer, gems, .tiers([.init(from: 1, amount: 7), .init(from: 3, amount: 4)])),
                RuleGrant(to: .referee, gems, .fixed(9)),
                RuleGrant(to: .referee, .piecesOfEight, .fixed(3)),
            ], limits: RuleTerms.Limits(budget: 50))
        #expect(
            terms.budgets == [
                gems: Budget(amount: 50, smallestReward: 4),
                .piecesOfEight: Budget(amount: 50, smallestReward: 3),
            ])
        #expect(RuleTerms(when: terms.when, pay: terms.pay).budgets.isEmpty)
    }
}

import FoundationEssentials
import Referrals
import Testing
import Values

/// Limits, budgets and tiers: how much of a rule's rewards there is for somebody.
@Suite struct GrantLimitsTests {
    private let key = GrantLimits.Key(
        beneficiary: Sample.uid(99), budgetKey: GrantLimits.BudgetKey(rule: "it", currency: .piecesOfEight))

    private func book(_ amount: RuleGrant.Amount, _ limits: RuleTerms.Limits = RuleTerms.Limits()) -> RuleBook
    {
        let terms = RuleTerms(
            when: [.highestLevel(atLeast: 1)], pay: [RuleGrant(to: .referrer, .piecesOfEight, amount)],
            limits: limits)
        return RuleBook([Rule(name: "it", version: 2, terms: terms, countedFrom: 1)])
    }

    /// What each of the referees 1, 2, … of one referrer brings, one after the other.
    private func play(
        _ book: RuleBook, _ grantLimits: inout GrantLimits, count: Int, secondsBetween seconds: Int64 = 0
    ) -> [String] {
        (1...count).map { number in
            let verdict = book.apply(
                .levelReached(1), to: Sample.player(number, referredBy: 99),
                at: Sample.now.adding(seconds: Int64(number - 1) * seconds), &grantLimits
            ) { UUID() }
            return verdict.rewards.first.map { "\($0.amount)" } ?? verdict.decisions[0].reason
        }
    }

    private func known(_ given: GrantLimits.Given = GrantLimits.Given(), spent: Int64 = 0) -> GrantLimits {
        GrantLimits(given: [key: given], spent: [key.budgetKey: spent])
    }

    @Test func `nobody gets more than the limit`() {
        var grantLimits = known()
        let outcomes = play(book(.fixed(5), RuleTerms.Limits(perBeneficiary: 2)), &grantLimits, count: 4)
        #expect(outcomes == ["5", "5", "limit_beneficiary", "limit_beneficiary"])
        #expect(grantLimits.changed == [key: GrantLimits.Given(count: 2)])
    }

    @Test func `a day's limit is of any 24 hours`() {
        var grantLimits = known()
        let outcomes = play(
            book(.fixed(5), RuleTerms.Limits(perBeneficiaryPerDay: 2)), &grantLimits, count: 5,
            secondsBetween: 12 * 3_600)
        // At 0, 12, 24, 36 and 48 hours.
        #expect(outcomes == ["5", "5", "5", "5", "5"])
        grantLimits = known()
        let quick = play(
            book(.fixed(5), RuleTerms.Limits(perBeneficiaryPerDay: 2)), &grantLimits, count: 5,
            secondsBetween: 8 * 3_600)
        #expect(quick == ["5", "5", "limit_day", "5", "5"])
    }

    @Test func `what would pass the budget is denied, and nothing is cut`() {
        var grantLimits = known(spent: 3)
        let outcomes = play(book(.fixed(5), RuleTerms.Limits(budget: 17)), &grantLimits, count: 4)
        #expect(outcomes == ["5", "5", "budget", "budget"])
        #expect(grantLimits.changedBudgets == [key.budgetKey: 13])
    }

    @Test func `a budget is paid to its last unit`() {
        var grantLimits = known(spent: 7)
        let outcomes = play(book(.fixed(5), RuleTerms.Limits(budget: 17)), &grantLimits, count: 3)
        #expect(outcomes == ["5", "5", "budget"])
        #expect(grantLimits.changedBudgets == [key.budgetKey: 17])
    }

    @Test func `what an account has no room for is denied, takes no place, and what fits is paid`() {
        let limits = [RuleTerms.Limits(), RuleTerms.Limits(perBeneficiary: 9, budget: 90)]
        for limits in limits {
            var grantLimits = known()
            grantLimits.headroom = [Account(uid: key.beneficiary, currency: .piecesOfEight): 12]
            let outcomes = play(book(.fixed(5), limits), &grantLimits, count: 4)
            #expect(outcomes == ["5", "5", "balance_full", "balance_full"])
            #expect(
                grantLimits.usedHeadroom == Set(grantLimits.headroom.keys)
                    && grantLimits.changedBudgets[key.budgetKey] ?? 10 == 10)
            #expect(grantLimits.changed[key]?.count ?? 2 == 2)
        }
        var others = known()
        others.headroom = [Account(uid: Sample.uid(98), currency: .piecesOfEight): 0]
        #expect(play(book(.fixed(5)), &others, count: 1) == ["5"] && others.usedHeadroom.isEmpty)
    }

    @Test func `what waits needs no room yet`() {
        let terms = RuleTerms(
            when: [.highestLevel(atLeast: 1)], pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(5))],
            holdHours: 1)
        var grantLimits = known()
        grantLimits.headroom = [Account(uid: key.beneficiary, currency: .piecesOfEight): 0]
        let held = RuleBook([Rule(name: "it", version: 1, terms: terms)])
        #expect(play(held, &grantLimits, count: 2) == ["5", "5"])
    }

    @Test func `tiers are used in order and once`() {
        let tiers = RuleGrant.Amount.tiers([
            RuleGrant.Tier(from: 1, amount: 50), RuleGrant.Tier(from: 3, amount: 80),
        ])
        var grantLimits = known(GrantLimits.Given(count: 1))
        #expect(play(book(tiers), &grantLimits, count: 3) == ["50", "80", "80"])
    }
}

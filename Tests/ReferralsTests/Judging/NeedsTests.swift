import FoundationEssentials
import Referrals
import Testing
import Values

/// What must be read before a docket is judged, by what rules look at.
@Suite struct NeedsTests {
    private static let budgetKey = GrantLimits.BudgetKey(rule: "it", currency: .piecesOfEight)

    /// Pays the referrer 5 at level 1.
    private func book(
        _ limits: RuleTerms.Limits = RuleTerms.Limits(), _ trust: TrustTerms = .standard
    ) -> RuleBook {
        let terms = RuleTerms(
            when: [.highestLevel(atLeast: 1)], pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(5))],
            limits: limits)
        return RuleBook([Rule(name: "it", version: 2, terms: terms, countedFrom: 1)], trust: trust)
    }

    private func docket(levels: Int32...) -> Docket {
        let player = Sample.player(1, referredBy: 99)
        let events = levels.map { Event(uid: player.uid, id: UUID(), fact: .levelReached($0)) }
        return Docket([player], events.map(Docket.Occasion.event), at: Sample.now)
    }

    private func needs(
        _ book: RuleBook, _ docket: Docket, trustsMemory: Bool = true,
        _ moderation: [UserID: ModerationStatus] = [:]
    ) -> Needs {
        book.needs(of: docket, moderation, trustsMemory: trustsMemory)
    }

    @Test func `nothing where rules have no limits and nothing is checked`() {
        #expect(needs(book(), docket(levels: 1, 2)).isEmpty)
    }

    @Test func `what a rule with a limit has given, counted since its version, and its budget`() {
        let limits = RuleTerms.Limits(perBeneficiary: 1, budget: 5)
        let found = needs(book(limits), docket(levels: 1, 2))
        let key = GrantLimits.Key(beneficiary: Sample.uid(99), budgetKey: Self.budgetKey)
        let budget = Budget(amount: 5, smallestReward: 5)
        #expect(found.grantCounts == [key: 1] && found.budgets == [Self.budgetKey: budget])
        #expect(found.suspects.isEmpty && found.rewards.isEmpty && found.credited == [Sample.uid(99)])
        #expect(needs(book(limits), docket(levels: 0)).isEmpty)
    }

    @Test func `whom checks look at, as the events leave the player`() {
        let trust = TrustTerms(checks: [TrustCheck(.ring, .deny)])
        let found = needs(book(.init(), trust), docket(levels: 1, 4))
        #expect(found.suspects.mapValues(\.highestLevel) == [Sample.uid(1): 1] && found.grantCounts.isEmpty)
        #expect(needs(book(.init(), trust), docket(levels: 0)).isEmpty)
    }

    @Test func `nothing about a player whom nobody is to be paid for`() {
        let limits = RuleTerms.Limits(perBeneficiary: 1)
        #expect(needs(book(limits), docket(levels: 1), [Sample.uid(99): .blocked]).isEmpty)
    }

    @Test func `rewards that were made and forgotten, where memories are not trusted`() {
        let found = needs(book(), docket(levels: 1), trustsMemory: false)
        let key = RewardKey(beneficiary: Sample.uid(99), subject: Sample.uid(1), rule: "it")
        #expect(found.rewards == [key] && found.grantCounts.isEmpty)
    }
}

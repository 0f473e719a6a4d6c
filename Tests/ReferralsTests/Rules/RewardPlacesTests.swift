import FoundationEssentials
import Referrals
import Testing
import Values

/// Limits, budgets and tiers: how much of a rule's rewards there is for somebody.
@Suite struct RewardPlacesTests {
    private let key = RewardPlaces.Key(
        beneficiary: Sample.uid(99), pot: RewardPlaces.Pot(rule: "it", currency: .piecesOfEight))

    private func book(_ amount: RuleGrant.Amount, _ limits: RuleTerms.Limits = RuleTerms.Limits()) -> RuleBook
    {
        let terms = RuleTerms(
            when: [.highestLevel(atLeast: 1)], pay: [RuleGrant(to: .referrer, .piecesOfEight, amount)],
            limits: limits)
        return RuleBook([Rule(name: "it", version: 2, terms: terms, countedFrom: 1)])
    }

    /// What each of the referees 1, 2, … of one referrer brings, one after the other.
    private func play(
        _ book: RuleBook, _ places: inout RewardPlaces, count: Int, secondsBetween seconds: Int64 = 0
    ) -> [String] {
        (1...count).map { number in
            let verdict = book.apply(
                .levelReached(1), to: Sample.player(number, referredBy: 99),
                at: Sample.now.adding(seconds: Int64(number - 1) * seconds), &places
            ) { UUID() }
            return verdict.rewards.first.map { "\($0.amount)" } ?? verdict.decisions[0].reason
        }
    }

    private func known(_ given: RewardPlaces.Given = RewardPlaces.Given(), spent: Int64 = 0) -> RewardPlaces {
        RewardPlaces(given: [key: given], spent: [key.pot: spent])
    }

    @Test func `nobody gets more than the limit`() {
        var places = known()
        let outcomes = play(book(.fixed(5), RuleTerms.Limits(perBeneficiary: 2)), &places, count: 4)
        #expect(outcomes == ["5", "5", "limit_beneficiary", "limit_beneficiary"])
        #expect(places.changed == [key: RewardPlaces.Given(count: 2)])
    }

    @Test func `a day's limit is of any 24 hours`() {
        var places = known()
        let outcomes = play(
            book(.fixed(5), RuleTerms.Limits(perBeneficiaryPerDay: 2)), &places, count: 5,
            secondsBetween: 12 * 3_600)
        // At 0, 12, 24, 36 and 48 hours.
        #expect(outcomes == ["5", "5", "5", "5", "5"])
        places = known()
        let quick = play(
            book(.fixed(5), RuleTerms.Limits(perBeneficiaryPerDay: 2)), &places, count: 5,
            secondsBetween: 8 * 3_600)
        #expect(quick == ["5", "5", "limit_day", "5", "5"])
    }

    @Test func `what would pass the budget is denied, and nothing is cut`() {
        var places = known(spent: 3)
        let outcomes = play(book(.fixed(5), RuleTerms.Limits(budget: 17)), &places, count: 4)
        #expect(outcomes == ["5", "5", "budget", "budget"])
        #expect(places.changedPots == [key.pot: 13])
    }

    @Test func `what an account has no room for is denied, takes no place, and what fits is paid`() {
        let limits = [RuleTerms.Limits(), RuleTerms.Limits(perBeneficiary: 9, budget: 90)]
        for limits in limits {
            var places = known()
            places.rooms = [Account(uid: key.beneficiary, currency: .piecesOfEight): 12]
            let outcomes = play(book(.fixed(5), limits), &places, count: 4)
            #expect(outcomes == ["5", "5", "balance_full", "balance_full"])
            #expect(places.askedRooms == Set(places.rooms.keys) && places.changedPots[key.pot] ?? 10 == 10)
            #expect(places.changed[key]?.count ?? 2 == 2)
        }
        var others = known()
        others.rooms = [Account(uid: Sample.uid(98), currency: .piecesOfEight): 0]
        #expect(play(book(.fixed(5)), &others, count: 1) == ["5"] && others.askedRooms.isEmpty)
    }

    @Test func `what waits needs no room yet`() {
        let terms = RuleTerms(
            when: [.highestLevel(atLeast: 1)], pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(5))],
            holdHours: 1)
        var places = known()
        places.rooms = [Account(uid: key.beneficiary, currency: .piecesOfEight): 0]
        let held = RuleBook([Rule(name: "it", version: 1, terms: terms)])
        #expect(play(held, &places, count: 2) == ["5", "5"])
    }

    @Test func `tiers are used in order and once`() {
        let tiers = RuleGrant.Amount.tiers([
            RuleGrant.Tier(from: 1, amount: 50), RuleGrant.Tier(from: 3, amount: 80),
        ])
        var places = known(RewardPlaces.Given(count: 1))
        #expect(play(book(tiers), &places, count: 3) == ["50", "80", "80"])
    }
}

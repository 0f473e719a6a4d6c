import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

/// Whatever the programme: facts in any order, each once, come to the same rewards.
@Suite struct AnyProgrammeTests {
    private struct Grant: Hashable {
        let beneficiary: UserID
        let rule: RuleName
        let currency: Currency
        let amount: Int64
        let status: Reward.Status
    }

    @Test func `any order of the same facts pays the same, each grant once`() {
        var random = SeededGenerator("AnyProgrammeTests")
        for _ in 0..<300 {
            let book = RuleBook(version: 1, RandomProgramme.rules(activatedAt: Sample.now, &random))
            let confidence: MatchConfidence? = Bool.random(using: &random) ? nil : .default
            let player = Sample.player(
                referredBy: Bool.random(using: &random) ? 2 : nil, confidence: confidence)
            let facts = RandomProgramme.facts(&random)
            let expected = play(facts, player, book)
            #expect(Set(expected).count == expected.count, "twice")
            for _ in 0..<5 {
                let other = play(facts.shuffled(using: &random), player, book)
                #expect(Set(other) == Set(expected) && other.count == expected.count)
            }
        }
    }

    private func play(_ facts: [Fact], _ player: User, _ book: RuleBook) -> [Grant] {
        book.apply(facts, to: player).verdicts.flatMap(\.rewards).map {
            Grant(
                beneficiary: $0.beneficiary, rule: $0.rule, currency: $0.currency, amount: $0.amount,
                status: $0.status)
        }
    }
}

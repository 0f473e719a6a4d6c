import FoundationEssentials
import Referrals
import TestSupport
import Testing
import Values

/// What an event keeps of rules that it changed nothing of, and how it is read again.
@Suite struct DecisionSummaryTests {
    @Test func `what was kept of an event gives every rule's decision again`() {
        var random = SeededGenerator("StandingTests")
        for _ in 0..<300 {
            let book = RuleBook(version: 7, RandomProgramme.rules(activatedAt: Sample.now, &random))
            var user = Sample.player(referredBy: Bool.random(using: &random) ? 2 : nil)
            var grantLimits = GrantLimits()
            for fact in RandomProgramme.facts(&random) {
                let verdict = book.apply(fact, to: user, at: Sample.now, &grantLimits) { UUID() }
                let kept = verdict.decisions.filter { $0.version == nil || $0.isNew }.map {
                    Decision(rule: $0.rule, outcome: $0.outcome, reason: $0.reason)
                }
                #expect(verdict.summary.codes.utf8.count == book.rules.count)
                #expect(DecisionSummary(verdict.summary.text) == verdict.summary)
                #expect(book.decisions(verdict.summary, kept) == verdict.decisions)
                user = verdict.user
            }
        }
    }

    @Test func `rules in Swift are kept as they were, behind the others`() {
        let book = RuleBook(version: 7, Rule.standard, code: [Tutorial()])
        var grantLimits = GrantLimits()
        let verdict = book.apply(
            .levelReached(5), to: Sample.player(referredBy: 2), at: Sample.now, &grantLimits
        ) { UUID() }
        #expect(verdict.decisions.map(\.reason) == ["not_signed_up", "deserved", "tutorial_not_completed"])
        #expect(verdict.summary == DecisionSummary(programme: 7, codes: "A."))
        let kept = Array(verdict.decisions[1...])
        #expect(book.decisions(verdict.summary, kept) == verdict.decisions)
    }

    private struct Tutorial: RewardRule {
        let name: RuleName = "tutorial"
        let unmetReason = "tutorial_not_completed"

        func isDeserved(by player: UserState) -> Bool { player.milestones.contains("tutorial_completed") }
        func reward(for player: UserState) -> RewardOffer? { nil }
    }

    @Test(arguments: ["", "7", "x:p", ":"]) func `what is no standing is none`(text: String) {
        #expect(DecisionSummary(text) == nil)
    }
}

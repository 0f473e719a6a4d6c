import Forms
import JSON
import Links
import Referrals
import TestSupport
import Testing
import Values

/// Rules as `rule_versions`, `jobs` and the audit keep them.
@Suite struct RuleTermsFormTests {
    private static func comesBack(_ terms: RuleTerms) -> Bool {
        RuleTermsForm.request.value(of: RuleTermsForm.reply.text(of: terms)) == terms
    }

    @Test func `rules drawn by chance come back as they were written`() {
        var random = SeededGenerator(seed: 52)
        for _ in 0..<200 {
            #expect(Self.comesBack(RandomProgramme.limited(RandomProgramme.terms(&random), &random)))
        }
    }

    @Test(
        arguments: [
            .level(atLeast: 1), .highestLevel(atLeast: 1_000_000), .milestone("tutorial_completed"),
            .counter(RandomProgramme.counters[0], atLeast: 1_000_000_000_000_000), .signedUp, .emailVerified,
            .referred, .signedUpWithinDays(3_650), .platform(.ios), .platform(.android), .platform(.desktop),
        ] as [RuleCondition])
    func `each condition comes back`(condition: RuleCondition) {
        #expect(
            Self.comesBack(
                RuleTerms(when: [condition], pay: [RuleGrant(to: .referee, .piecesOfEight, .fixed(.max))])))
    }

    @Test func `times come back to the millisecond, and a description with quotes as it is`() {
        let terms = RuleTerms(
            description: "For \"friends\" \\ of 🏴‍☠️", when: [.referred],
            pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(1))], players: .new,
            from: Timestamp(microsecondsSince1970: 1_800_000_000_123_000),
            until: Timestamp(microsecondsSince1970: 1_900_000_000_999_000), holdHours: 8_760)
        #expect(Self.comesBack(terms))
    }

    @Test(arguments: [
        "", "{}", "null", "[]", #"{"when": [], "pay": []}"#,
        #"{"when": [{"moon": "full"}], "pay": [{"to": "referee", "currency": "gems", "amount": 1}]}"#,
        #"{"when": [{"referred": true}], "pay": [{"to": "friend", "currency": "gems", "amount": 1}]}"#,
        #"{"when": [{"referred": true}], "pay": [{"to": "referee", "currency": "gems"}]}"#,
        #"{"when": [{"referred": true}], "pay": [{"to": "referee", "currency": "gems", "amount": 1}], "new": 1}"#,
    ])
    func `what this version can't read is no rule`(text: String) {
        #expect(RuleTermsForm.request.value(of: text) == nil)
    }
}

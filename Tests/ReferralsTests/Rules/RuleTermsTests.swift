import Referrals
import Testing
import Values

/// What makes no sense in a rule, and where; and that rules are kept as texts without loss.
@Suite struct RuleTermsTests {
    static let gems = Currency("gems")!
    static let races = Counter("races_won")!

    static func terms(
        when: [RuleCondition] = [.signedUp],
        pay: [RuleGrant] = [RuleGrant(to: .referee, .piecesOfEight, .fixed(50))],
        _ change: (inout RuleTerms) -> Void = { _ in }
    ) -> RuleTerms {
        var terms = RuleTerms(when: when, pay: pay)
        change(&terms)
        return terms
    }

    static func tiers(_ tiers: (Int64, Int64)...) -> [RuleGrant] {
        let tiers = tiers.map { RuleGrant.Tier(from: $0.0, amount: $0.1) }
        return [RuleGrant(to: .referrer, .piecesOfEight, .tiers(tiers))]
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let terms: RuleTerms
        let mistakes: [String]

        init(_ mistakes: String..., of terms: RuleTerms) {
            testDescription = mistakes.joined(separator: ", ")
            self.terms = terms
            self.mistakes = mistakes
        }
    }

    static let rows = [
        Row(of: terms()),
        Row("/when out_of_range", of: terms(when: [])),
        Row("/when/0/at_least out_of_range", of: terms(when: [.level(atLeast: 0)])),
        Row("/when/0/at_least out_of_range", of: terms(when: [.highestLevel(atLeast: 1_000_001)])),
        Row("/when/1/at_least out_of_range", of: terms(when: [.signedUp, .counter(races, atLeast: .max)])),
        Row("/when/0/signed_up_within_days out_of_range", of: terms(when: [.signedUpWithinDays(0)])),
        Row("/when/2 duplicate", of: terms(when: [.signedUp, .referred, .signedUp])),
        Row("/pay out_of_range", of: terms(pay: [])),
        Row(
            "/pay/1 duplicate",
            of: terms(pay: [
                RuleGrant(to: .referee, gems, .fixed(1)), RuleGrant(to: .referee, gems, .fixed(2)),
            ])),
        Row(
            of: terms(pay: [
                RuleGrant(to: .referee, gems, .fixed(1)), RuleGrant(to: .referrer, gems, .fixed(2)),
            ])),
        Row("/pay/0/amount out_of_range", of: terms(pay: [RuleGrant(to: .referee, gems, .fixed(0))])),
        Row("/pay/0/amount/tiers out_of_range", of: terms(pay: tiers())),
        Row("/pay/0/amount/tiers/0/from out_of_order", of: terms(pay: tiers((2, 50)))),
        Row("/pay/0/amount/tiers/1/from out_of_order", of: terms(pay: tiers((1, 50), (1, 60)))),
        Row("/pay/0/amount/tiers/1/amount out_of_range", of: terms(pay: tiers((1, 50), (2, 0)))),
        Row(
            "/pay/0/amount/tiers/1/from out_of_range",
            of: terms(pay: tiers((1, 50), (10, 80))) { $0.limits.perBeneficiary = 9 }),
        Row(of: terms(pay: tiers((1, 50), (10, 80))) { $0.limits.perBeneficiary = 10 }),
        Row(
            "/limits/per_beneficiary out_of_range",
            of: terms { $0.limits.perBeneficiary = 0 }),
        Row(
            "/limits/per_beneficiary_per_day out_of_range",
            of: terms { $0.limits.perBeneficiaryPerDay = 10_001 }),
        Row("/limits/budget out_of_range", of: terms { $0.limits.budget = 49 }),
        Row("/limits/budget out_of_range", of: terms(pay: tiers((1, 50), (2, 80))) { $0.limits.budget = 79 }),
        Row(of: terms { $0.limits.budget = 50 }),
        Row("/hold/hours out_of_range", of: terms { $0.holdHours = 8_761 }),
        Row("/hold/hours out_of_range", of: terms { $0.holdHours = -1 }),
        Row(
            "/until out_of_range",
            of: terms {
                $0.from = Sample.now
                $0.until = Sample.now
            }),
        Row(
            "/when/0/at_least out_of_range", "/pay/0/amount out_of_range", "/hold/hours out_of_range",
            of: terms(
                when: [.level(atLeast: .min)], pay: [RuleGrant(to: .referee, gems, .fixed(.min))]
            ) { $0.holdHours = .max }),
    ]

    @Test(arguments: rows) func `says what makes no sense, and where`(row: Row) {
        #expect(row.terms.mistakes.map { "\($0.pointer) \($0.code)" } == row.mistakes)
    }

    @Test(arguments: [
        ("level-5", true), ("a", true), ("5", false), ("", false), ("A", false), ("a b", false),
    ])
    func `a rule's name begins with a letter`(text: String, isName: Bool) {
        #expect((RuleName(text) != nil) == isName)
    }
}

import Referrals
import Testing

/// What the rule book says of every kind of player, and why.
@Suite struct RuleBookTests {
    /// A player, and what each of the two rules comes to.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isSignedUp = false
        var level: Int32 = 0
        var isReferred = true
        var confidence: MatchConfidence?
        let signUp: (Outcome, String)
        let levelFive: (Outcome, String)

        init(
            _ name: String, signedUp: Bool = false, level: Int32 = 0, referred: Bool = true,
            _ confidence: MatchConfidence? = nil, signUp: (Outcome, String), levelFive: (Outcome, String)
        ) {
            (testDescription, self.signUp, self.levelFive) = (name, signUp, levelFive)
            (isSignedUp, self.level, isReferred, self.confidence) = (signedUp, level, referred, confidence)
        }

        var source: ReferralSource? {
            Referral(referredBy: isReferred ? Sample.uid(2) : nil, matchConfidence: confidence).source
        }

        var state: UserState {
            UserState(
                uid: Sample.uid(1), isSignedUp: isSignedUp, progress: Progress(highestLevel: level),
                referredBy: isReferred ? Sample.uid(2) : nil, referralSource: source)
        }
    }

    static let notSignedUp = (Outcome.notYet, "not_signed_up")
    static let belowFive = (Outcome.notYet, "level_below_5")
    static let paid = (Outcome.paid, "deserved")
    static let held = (Outcome.held, "default_match")
    static let weak = (Outcome.denied, "weak_match")
    static let noReferrerYet = (Outcome.notYet, "no_referrer")
    static let noReferrer = (Outcome.denied, "no_referrer")

    static let rows = [
        Row("new", signUp: notSignedUp, levelFive: belowFive),
        Row("nobody's", referred: false, signUp: notSignedUp, levelFive: belowFive),
        Row("level 4", level: 4, signUp: notSignedUp, levelFive: belowFive),
        Row("level 5", level: 5, signUp: notSignedUp, levelFive: paid),
        Row("level 5, sure", level: 5, .unique, signUp: notSignedUp, levelFive: paid),
        Row("level 5, likely", level: 5, .default, signUp: notSignedUp, levelFive: held),
        Row("level 5, weak", level: 5, .weak, signUp: notSignedUp, levelFive: weak),
        Row("level 5, nobody's", level: 5, referred: false, signUp: notSignedUp, levelFive: noReferrerYet),
        Row("signed up", signedUp: true, signUp: paid, levelFive: belowFive),
        Row("signed up, likely", signedUp: true, .default, signUp: held, levelFive: belowFive),
        Row("signed up, weak", signedUp: true, .weak, signUp: weak, levelFive: belowFive),
        Row("signed up, nobody's", signedUp: true, referred: false, signUp: noReferrer, levelFive: belowFive),
        Row("both", signedUp: true, level: 7, signUp: paid, levelFive: paid),
        Row("both, likely", signedUp: true, level: 7, .default, signUp: held, levelFive: held),
        Row("both, weak", signedUp: true, level: 7, .weak, signUp: weak, levelFive: weak),
        Row(
            "both, nobody's", signedUp: true, level: 7, referred: false, signUp: noReferrer,
            levelFive: noReferrer),
        Row(
            "nobody's has no match to be weak", signedUp: true, level: 7, referred: false, .weak,
            signUp: noReferrer, levelFive: noReferrer),
    ]

    @Test(arguments: rows) func `decides and says why`(row: Row) {
        let judgements = RuleBook.standard.judge(row.state)
        #expect(
            judgements.map(\.decision) == [
                Decision(rule: "signup", outcome: row.signUp.0, reason: row.signUp.1, version: 1),
                Decision(
                    rule: "level-5", outcome: row.levelFive.0, reason: row.levelFive.1, version: 1),
            ])
        for judgement in judgements {
            let makes = [.paid, .held].contains(judgement.decision.outcome)
            #expect((judgement.offer != nil) == makes)
            #expect(judgement.decision.madeReward == makes)
        }
    }

    @Test(arguments: [Outcome.paid, .held, .denied])
    func `a remembered rule keeps its outcome whatever comes later`(outcome: Outcome) {
        for row in Self.rows {
            let state = UserState(
                uid: row.state.uid, isSignedUp: row.isSignedUp, progress: Progress(highestLevel: row.level),
                referredBy: row.state.referredBy, referralSource: row.source,
                memory: ["signup": outcome, "level-5": outcome])
            for judgement in RuleBook.standard.judge(state) {
                #expect(judgement.decision.outcome == outcome)
                #expect(judgement.decision.reason == "decided_earlier")
                #expect(judgement.offer == nil && !judgement.decision.madeReward)
            }
        }
    }
}

import FoundationEssentials
import Links
import Referrals
import Testing
import Values

/// When a rule that is data pays, and why it doesn't.
@Suite struct CompiledRuleTests {
    private static let races = Counter("races_won")!

    private func judge(
        _ terms: RuleTerms, _ player: UserState, at now: Timestamp = Sample.now,
        activatedAt: Timestamp = Sample.now
    ) -> [String] {
        let rule = Rule(name: "it", version: 3, terms: terms, activatedAt: activatedAt)
        var grantLimits = GrantLimits()
        let judgements = RuleBook(version: 1, [rule]).judge(player, at: now, &grantLimits)
        #expect(judgements.allSatisfy { $0.decision.version == 3 })
        return judgements.map { "\($0.decision.outcome.rawValue) \($0.decision.reason)" }
    }

    private func player(
        level: Int32 = 5, counters: [Counter: Int64] = [:], signedUpAfterDays days: Int64? = 0,
        referred: Bool = true
    ) -> UserState {
        UserState(
            uid: Sample.uid(1), isSignedUp: days != nil,
            signedUpAt: days.map { Sample.now.adding(seconds: $0 * 86_400) }, createdAt: Sample.now,
            progress: Progress(level: 2, highestLevel: level, milestones: ["ship"], counters: counters),
            referredBy: referred ? Sample.uid(2) : nil, memory: ["*on_android": .paid])
    }

    private static let one = RuleGrant(to: .referee, .piecesOfEight, .fixed(50))

    static let unmet: [(RuleCondition, String)] = [
        (.level(atLeast: 3), "current_level_below_3"), (.highestLevel(atLeast: 6), "level_below_6"),
        (.milestone("port"), "port_not_reached"), (.counter(races, atLeast: 4), "races_won_below_4"),
        (.signedUp, "not_signed_up"), (.emailVerified, "email_not_verified"), (.referred, "no_referrer"),
        (.signedUpWithinDays(7), "not_signed_up_within_7_days"), (.platform(.ios), "not_on_ios"),
    ]

    @Test(arguments: unmet) func `says which condition doesn't hold`(condition: RuleCondition, reason: String)
    {
        let player = player(counters: [Self.races: 3], signedUpAfterDays: nil, referred: false)
        let terms = RuleTerms(when: [.milestone("ship"), condition], pay: [Self.one])
        #expect(judge(terms, player) == ["not_yet \(reason)"])
    }

    @Test(
        arguments: [
            .level(atLeast: 2), .highestLevel(atLeast: 5), .milestone("ship"), .counter(races, atLeast: 4),
            .signedUp, .referred, .signedUpWithinDays(7), .platform(.android),
        ] as [RuleCondition])
    func `pays where all hold`(condition: RuleCondition) {
        let player = player(counters: [Self.races: 4], signedUpAfterDays: 6)
        #expect(judge(RuleTerms(when: [condition], pay: [Self.one]), player) == ["paid deserved"])
    }

    @Test func `pays one side or both, each a grant`() {
        let both = RuleTerms(
            when: [.signedUp], pay: [Self.one, RuleGrant(to: .referrer, .piecesOfEight, .fixed(30))])
        #expect(judge(both, player()) == ["paid deserved", "paid deserved"])
        #expect(judge(both, player(referred: false)) == ["denied no_referrer"])
        let alone = RuleTerms(when: [.signedUp], pay: [Self.one])
        #expect(judge(alone, player(referred: false)) == ["paid deserved"])
    }

    @Test func `pays only between its times, and its players`() {
        var terms = RuleTerms(when: [.signedUp], pay: [Self.one])
        terms.from = Sample.now.adding(seconds: 10)
        terms.until = Sample.now.adding(seconds: 20)
        for (seconds, outcome) in [
            (9, "not_yet not_started"), (10, "paid deserved"), (19, "paid deserved"), (20, "not_yet ended"),
        ] as [(Int64, String)] {
            #expect(judge(terms, player(), at: Sample.now.adding(seconds: seconds)) == [outcome])
        }
        terms = RuleTerms(when: [.signedUp], pay: [Self.one], players: .new)
        #expect(judge(terms, player()) == ["paid deserved"])
        let later = Sample.now.adding(microseconds: 1)
        #expect(judge(terms, player(), activatedAt: later) == ["not_yet earlier_player"])
    }

    @Test func `held by its hours it says when it is paid`() throws {
        let terms = RuleTerms(when: [.signedUp], pay: [Self.one], holdHours: 48)
        let book = RuleBook([Rule(name: "it", version: 1, terms: terms)])
        var grantLimits = GrantLimits()
        let verdict = book.apply(
            .credentialLinked, to: Sample.player(referredBy: 2), at: Sample.now, &grantLimits
        ) { UUID() }
        let reward = try #require(verdict.rewards.first)
        #expect(reward.status == .held && reward.releaseAt == Sample.now.adding(seconds: 48 * 3_600))
        // An administrator's hold is the harsher one, and has no end.
        let likely = book.apply(
            .credentialLinked, to: Sample.player(referredBy: 2, confidence: .default), at: Sample.now,
            &grantLimits
        ) { UUID() }
        #expect(likely.rewards.first?.status == .held && likely.rewards.first?.releaseAt == nil)
    }

    @Test func `whatever an administrator writes, nothing traps`() {
        let far = Timestamp(microsecondsSince1970: .max)
        let terms = RuleTerms(
            when: [.signedUp], pay: [RuleGrant(to: .referee, .piecesOfEight, .fixed(.max))],
            limits: RuleTerms.Limits(budget: .max), holdHours: 1)
        let book = RuleBook([Rule(name: "it", version: 1, terms: terms, activatedAt: far)])
        var grantLimits = GrantLimits()
        for number in 1...3 {
            let verdict = book.apply(
                .credentialLinked, to: Sample.player(number), at: Sample.now, &grantLimits
            ) { UUID() }
            #expect(verdict.decisions.map(\.reason) == [number == 1 ? "waiting" : "budget"])
        }
    }
}

import Links
import Referrals
import Testing
import Values

/// What becomes of a reward that is deserved, by all that speaks against it.
@Suite struct TrustTermsTests {
    private static func player(
        _ proof: ReferralSource = .code, _ confidence: MatchConfidence? = nil, findings: TrustCodes? = nil
    ) -> User {
        var player = Sample.player(1, referredBy: 2, confidence: confidence)
        player.referral.proof = proof
        player.trustContext.findings = findings
        return player
    }

    private static func verdict(
        _ player: User, _ terms: TrustTerms, _ fact: Fact = .levelReached(5), after seconds: Int64 = 0,
        role: RewardRole = .referrer, when: [RuleCondition] = [.highestLevel(atLeast: 5)]
    ) -> Verdict {
        let rule = Rule(
            name: "it", version: 1,
            terms: RuleTerms(when: when, pay: [RuleGrant(to: role, .piecesOfEight, .fixed(5))]))
        var grantLimits = GrantLimits()
        return RuleBook(version: 1, [rule], trust: terms).apply(
            fact, to: player, at: Sample.now.adding(seconds: seconds), &grantLimits
        ) { Sample.id(9) }
    }

    @Test(arguments: ReferralSource.allCases, TrustAction.allCases)
    func `each source has its action`(source: ReferralSource, action: TrustAction) {
        let verdict = Self.verdict(Self.player(source), TrustTerms(referrals: [source: action]))
        let outcomes: [TrustAction: Outcome] = [.pay: .paid, .hold: .held, .deny: .denied]
        #expect(verdict.decisions.map(\.outcome) == [outcomes[action] ?? .notYet])
        #expect(verdict.rewards.map(\.status) == (action == .deny ? [] : [action == .pay ? .paid : .held]))
        #expect(verdict.rewards.allSatisfy { $0.releaseAt == nil })
        #expect((verdict.decisions.first?.reason == "deserved") == (action == .pay))
    }

    @Test func `an app's own doubt can only lower how surely a player was brought`() {
        let rows: [(ReferralSource, MatchConfidence?, ReferralSource)] = [
            (.claimUnique, .unique, .claimUnique), (.claimUnique, .default, .claimDefault),
            (.claimDefault, .unique, .claimDefault), (.claimDefault, .weak, .claimWeak),
            (.claimWeak, .unique, .claimWeak), (.claimWeak, .default, .claimWeak),
            (.code, .unique, .code), (.code, .default, .claimDefault), (.unproven, .unique, .unproven),
            (.unproven, .weak, .claimWeak), (.code, nil, .code),
        ]
        for (proof, confidence, source) in rows {
            #expect(Self.player(proof, confidence).referral.source == source)
        }
        #expect(Sample.player(1, confidence: .weak).referral.source == nil)
        #expect(Sample.player(1, referredBy: 2).referral.source == .unproven)
    }

    @Test(
        arguments: [(.unproven, .hold), (.code, .hold), (.claimUnique, .pay)]
            as [(ReferralSource, TrustAction)])
    func `an app's own doubt doesn't help where the programme refuses what is proved`(
        proof: ReferralSource, doubted: TrustAction
    ) {
        let terms = TrustTerms(referrals: [proof: .deny, .claimDefault: doubted])
        let verdict = Self.verdict(Self.player(proof, .default), terms)
        #expect(verdict.rewards.isEmpty && verdict.decisions.map(\.outcome) == [.denied])
        #expect(Self.verdict(Self.player(.claimDefault), terms).rewards.count == 1)
    }

    @Test func `a change is told by what differs`() {
        let before = TrustTerms(checks: [TrustCheck(.burst, .pay, [9, 60])])
        let after = TrustTerms(
            referrals: [.code: .hold],
            checks: [TrustCheck(.ring, .deny), TrustCheck(.burst, .hold, [9, 30])])
        let words =
            "code pay → hold; burst pay, at_least 9, minutes 60 → hold, at_least 9, minutes 30; ring off → "
            + "deny"
        #expect(after.changes(from: before) == words && after.changes(from: after) == "")
    }

    @Test func `the harshest action wins, and every code that fired is kept`() {
        let terms = TrustTerms(
            referrals: [.code: .hold],
            checks: [
                TrustCheck(.burst, .pay, [9, 9]), TrustCheck(.ring, .deny), TrustCheck(.sameMailbox, .hold),
            ])
        func names(_ verdict: Verdict) -> [[String]] { verdict.rewards.map(\.codes.names) }
        let held = Self.verdict(Self.player(findings: TrustCodes(names: ["burst"[...]])), terms)
        #expect(held.rewards.map(\.status) == [.held] && names(held) == [["by_code", "burst"]])
        let denied = Self.verdict(
            Self.player(findings: TrustCodes(names: ["ring"[...], "same_mailbox"[...]])), terms)
        #expect(denied.rewards.isEmpty)
        #expect(denied.decisions.map(\.reason) == ["by_code+same_mailbox+ring"])
        let paid = Self.verdict(Self.player(.claimUnique, findings: TrustCodes(names: ["burst"[...]])), terms)
        #expect(paid.rewards.map(\.status) == [.paid] && names(paid) == [["burst"]])
    }

    @Test func `what speaks against a reward is told to administrators alone`() {
        let terms = TrustTerms(checks: [TrustCheck(.ring, .hold)])
        let held = Self.verdict(Self.player(findings: TrustCodes(names: ["ring"[...]])), terms)
        #expect(held.decisions.map(\.forOthers.reason) == ["review"])
        let weak = Self.verdict(Self.player(.claimWeak), terms)
        #expect(weak.decisions.map(\.forOthers) == weak.decisions)
    }

    @Test func `checks are asked about before anything is made, and only where something would be`() {
        let terms = TrustTerms(checks: [TrustCheck(.sameDevice, .hold, [2])])
        #expect(Self.verdict(Self.player(), terms).wantsFindings)
        #expect(!Self.verdict(Self.player(), terms, .levelReached(4)).wantsFindings)
        #expect(!Self.verdict(Self.player(findings: []), terms).wantsFindings)
        #expect(!Self.verdict(Self.player(), .standard).wantsFindings)
        #expect(
            !Self.verdict(Self.player(), TrustTerms(checks: [TrustCheck(.tooFast, .hold, [9])])).wantsFindings
        )
    }

    @Test func `too fast is so many seconds after the first start, whatever the rule`() {
        let terms = TrustTerms(checks: [TrustCheck(.tooFast, .deny, [60])])
        #expect(Self.verdict(Self.player(), terms, after: 59).rewards.isEmpty)
        #expect(Self.verdict(Self.player(), terms, after: 60).rewards.map(\.status) == [.paid])
        let signUp = Self.verdict(Self.player(), terms, .credentialLinked, after: 59, when: [.signedUp])
        #expect(signUp.decisions.map(\.reason) == ["too_fast"])
    }

    @Test func `a standing is the beneficiary's: watched holds what it would be paid, blocked denies it`() {
        for (moderation, status) in [
            (ModerationStatus.good, Reward.Status.paid), (.watched, .held), (.blocked, nil),
        ] as [(ModerationStatus, Reward.Status?)] {
            var player = Self.player()
            player.trustContext.referrerStatus = moderation
            #expect(Self.verdict(player, .standard).rewards.map(\.status) == [status].compactMap(\.self))
            #expect(Self.verdict(player, .standard, role: .referee).rewards.map(\.status) == [.paid])
            player.trustContext = TrustContext()
            player.trustContext.status = moderation
            #expect(
                Self.verdict(player, .standard, role: .referee).rewards.map(\.status)
                    == [status].compactMap(\.self))
            // The referrer's reward for a blocked friend waits for a review.
            let forFriend: Reward.Status = moderation == .blocked ? .held : .paid
            #expect(Self.verdict(player, .standard).rewards.map(\.status) == [forFriend])
        }
    }

    @Test func `what an app told of itself counts for rules that look at it, whichever fact comes last`() {
        let terms = TrustTerms(userEvents: .hold)
        let conditions: [RuleCondition] = [.signedUp, .highestLevel(atLeast: 5)]
        var told = Self.player()
        told.noteOwnWord(.levelReached(5))
        let level = Self.verdict(told, terms, .levelReached(5), when: conditions).user
        let last = Self.verdict(level, terms, .credentialLinked, when: conditions)
        #expect(last.rewards.map(\.status) == [.held] && last.decisions.map(\.reason) == ["user_events"])
        #expect(
            Self.verdict(level, terms, .credentialLinked, when: [.signedUp]).rewards.map(\.status) == [.paid])
        #expect(Self.verdict(Self.player(), terms).rewards.map(\.status) == [.paid])
    }

    @Test func `a server's word for the highest level is one for what the app told of below it`() {
        let terms = TrustTerms(userEvents: .hold)
        func told(_ level: Int32) -> User {
            var player = Self.player()
            player.noteOwnWord(.levelReached(level))
            player.progress.add(.levelReached(level))
            return player
        }
        for (level, status) in [(3, .paid), (5, .paid), (6, .held)] as [(Int32, Reward.Status)] {
            var player = told(level)
            player.noteServersWord(.levelReached(5))
            #expect(Self.verdict(player, terms).rewards.map(\.status) == [status], "\(level)")
        }
        // What the app repeats of it changes nothing, nor does a new game.
        for level in [4, 1] as [Int32] {
            var player = Self.player()
            player.progress.add(.levelReached(4))
            player.noteOwnWord(.levelReached(level))
            #expect(Self.verdict(player, terms).rewards.map(\.status) == [.paid])
        }
    }

    @Test func `what an app told of one kind says nothing of another, as long as that is known`() throws {
        let terms = TrustTerms(userEvents: .hold)
        let races = try #require(Counter("races"))
        let facts: [(Fact, [RuleCondition])] = [
            (.levelReached(5), [.highestLevel(atLeast: 5)]),
            (.milestoneReached("landed"), [.milestone("landed")]),
            (.counterIncremented(races, by: 5), [.counter(races, atLeast: 5)]),
            (.platformUsed(.ios), [.platform(.ios)]),
        ]
        for (told, _) in facts {
            for (fact, when) in facts {
                var player = Self.player()
                player.noteOwnWord(told)
                player.progress.add(told)
                let status: Reward.Status = told == fact ? .held : .paid
                #expect(Self.verdict(player, terms, fact, when: when).rewards.map(\.status) == [status])
                // As versions of before noted it.
                player.memory = ["*own_word": .paid]
                #expect(Self.verdict(player, terms, fact, when: when).rewards.map(\.status) == [.held])
            }
        }
    }

    @Test func `each check fires on its own evidence, from its number on`() {
        let terms = TrustTerms(checks: [
            TrustCheck(.sameDevice, .hold, [2]), TrustCheck(.sameNetwork, .hold, [5, 24]),
            TrustCheck(.burst, .hold, [100, 60]), TrustCheck(.sameMailbox, .hold),
            TrustCheck(.disposableMail, .hold), TrustCheck(.ring, .hold),
        ])
        func names(_ change: (inout TrustEvidence) -> Void) -> [String] {
            var evidence = TrustEvidence()
            change(&evidence)
            return terms.findings(evidence).names
        }
        #expect(names { _ in } == [])
        #expect(
            names { $0.refereesOnDevice = 1 } == [] && names { $0.refereesOnDevice = 2 } == ["same_device"])
        #expect(names { $0.isReferrersDevice = true } == ["same_device"])
        #expect(names { $0.signUpsFromNetwork = 4 } == [])
        #expect(names { $0.signUpsFromNetwork = 5 } == ["same_network"])
        #expect(names { $0.referredTogether = 99 } == [] && names { $0.referredTogether = 100 } == ["burst"])
        #expect(names { $0.isReferrersMailbox = true } == ["same_mailbox"])
        #expect(names { $0.refereesOfMailbox = 1 } == ["same_mailbox"])
        #expect(names { $0.isMailDisposable = true } == ["disposable_mail"])
        #expect(names { $0.isRing = true } == ["ring"])
        #expect(TrustTerms.standard.findings(TrustEvidence()).isEmpty)
    }

    @Test func `a check that makes no sense is off`() {
        for kind in TrustCheck.Kind.allCases {
            let check = TrustCheck(kind, .hold, kind.numbers.map(\.range.upperBound))
            #expect(check.isWellFormed && TrustTerms(checks: [check]).checks[kind] == check)
            let wrong = TrustCheck(kind, .hold, kind.numbers.map { _ in 0 } + [1])
            #expect(!wrong.isWellFormed && TrustTerms(checks: [wrong]) == .standard)
        }
    }
}

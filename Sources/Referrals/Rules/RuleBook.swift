package import Values

/// The active rules, in the order in which they decide: first data, then Swift.
package struct RuleBook: Sendable {
    /// The programme's number, which each change of the active rules raises. 0 without a programme.
    package let version: Int64
    package let rules: [CompiledRule]
    package let code: [any RewardRule]
    /// Those that a player may fulfil by signing up.
    package let paidAtSignUp: [RuleName]
    /// The actions for deserved rewards.
    package let trust: TrustTerms
    /// Each of which alone may fulfil a condition of a rule.
    private let decisive: Set<RuleCondition>

    /// Omits invalid rules that were written past the checks, and rules in Swift with a name in use.
    package init(
        version: Int64 = 0, _ rules: [Rule] = [], code: [any RewardRule] = [], trust: TrustTerms = .standard
    ) {
        self.version = version
        self.trust = trust
        self.rules = rules.filter(\.terms.mistakes.isEmpty).map(CompiledRule.init)
        paidAtSignUp = self.rules.filter(\.isFulfilledAtSignUp).map(\.name)
        decisive = Set(self.rules.flatMap(\.conditions))
        var names = Set(rules.map(\.name))
        self.code = code.filter { isLabel($0.unmetReason) && isLabel($0.name.description) }
            .filter { names.insert($0.name).inserted }
    }

    /// The rules of a new installation.
    package static let standard = RuleBook(version: 1, Rule.standard)

    /// Those written in Swift, in the order in which they decide.
    package static let inSwift: [any RewardRule] = []

    /// Whether most of these reach just what a rule waits for, so that their users are about to remember it.
    package func areMostlyDecisive(_ events: [Event]) -> Bool {
        events.count { isDecisive($0.fact) } * 2 > events.count
    }

    private func isDecisive(_ fact: Fact) -> Bool {
        switch fact {
        case .levelReached(let level):
            decisive.contains(.level(atLeast: Int64(level)))
                || decisive.contains(.highestLevel(atLeast: Int64(level)))
        case .milestoneReached(let milestone): decisive.contains(.milestone(milestone))
        case .platformUsed(let platform): decisive.contains(.platform(platform))
        case .counterIncremented, .referrerRecorded, .credentialLinked, .emailVerified, .playerMerged: false
        }
    }

    /// Every rule's decision about `player`, and the offers that become rewards.
    ///
    /// A rule that made a reward or denied one for good is remembered: it keeps its outcome whatever happens
    /// later, which is why 5 → 4 → 5 pays once.
    package func judge(
        _ player: UserState, at now: Timestamp, _ grantLimits: inout GrantLimits
    ) -> [Judgement] {
        var judgements: [Judgement] = []
        judgements.reserveCapacity(rules.count + code.count)
        for rule in rules { rule.judge(player, trust, at: now, &grantLimits, into: &judgements) }
        for rule in code { judgements.append(judge(player, by: rule, at: now, &grantLimits)) }
        return judgements
    }

    func judge(
        _ player: UserState, by rule: any RewardRule, at now: Timestamp, _ grantLimits: inout GrantLimits
    ) -> Judgement {
        if let outcome = player.memory[rule.name] {
            return Judgement(rule.name, outcome, Decision.decidedEarlier)
        }
        guard rule.isDeserved(by: player) else { return Judgement(rule.name, .notYet, rule.unmetReason) }
        guard var offer = rule.reward(for: player) else {
            // Until sign-up a referrer may still be recorded.
            return Judgement(rule.name, player.isSignedUp ? .denied : .notYet, "no_referrer")
        }
        // Its conditions are unknown.
        let verdict = trust.weigh(player, for: offer.role, restsOn: Set(ProgressKind.allCases), at: now)
        offer.codes = verdict.codes
        let account = Account(uid: offer.beneficiary, currency: offer.currency)
        guard verdict.action != .pay || grantLimits.reserveHeadroom(for: offer.amount, in: account) else {
            return Judgement(rule.name, .denied, LimitRefusal.balanceFull.rawValue)
        }
        return Judgement(
            rule.name, verdict.action.outcome, verdict.reason, verdict.action == .deny ? nil : offer)
    }
}

/// A rule's decision and, when it makes a reward, what to pay.
package struct Judgement: Equatable, Sendable {
    package let decision: Decision
    package let offer: RewardOffer?
    /// An event's summary of rules that it didn't change.
    let code: UInt8

    init(_ decision: Decision, _ offer: RewardOffer? = nil, code: UInt8 = DecisionCode.decided) {
        self.decision = decision
        self.offer = offer
        self.code = code
    }

    init(_ rule: RuleName, _ outcome: Outcome, _ reason: String, _ offer: RewardOffer? = nil) {
        self.init(Decision(rule: rule, outcome: outcome, reason: reason), offer)
    }

    /// Whether nothing but a limit speaks against it, as far as is known.
    var isDeserved: Bool { offer != nil || LimitRefusal(rawValue: decision.reason) != nil }
}

package import Values

/// A rule as it would have judged what has happened: facts are replayed, and nothing is paid.
///
/// Judges as if it had been active from `from` until `until`, and no rule of its name before. Earlier
/// progress of players counts.
package struct RuleTrial: Sendable {
    package let rule: Rule
    package let from: Timestamp?
    package let until: Timestamp?
    private let compiled: CompiledRule

    package init(_ name: RuleName, _ terms: RuleTerms, from: Timestamp? = nil, until: Timestamp? = nil) {
        rule = Rule(
            name: name, version: 1, terms: terms,
            activatedAt: from ?? Timestamp(microsecondsSince1970: .min), countedFrom: 1)
        compiled = CompiledRule(rule)
        self.from = from
        self.until = until
    }

    /// Whether what it gives depends on what it gave before.
    package var isCounted: Bool { compiled.isCounted }

    /// The player at its sign-up, where the rule asks for no more than who brought it.
    package func signUpMoment(of player: inout TrialPlayer) -> TrialMoment? {
        let now = player.user.createdAt
        guard compiled.isFulfilledAtSignUp, from.map({ $0 <= now }) ?? true, until.map({ now < $0 }) ?? true,
            compiled.obstacle(for: player.user.state, at: now) == nil
        else { return nil }
        player.isDecided = true
        return TrialMoment(user: player.user, at: now, number: FactNumber(firstAt: now))
    }

    /// The player at the fact at which all conditions hold: there is one such moment, or none.
    package func moment(_ recorded: RecordedFact, of player: inout TrialPlayer) -> TrialMoment? {
        let now = recorded.position.receivedAt
        guard !player.isDecided, until.map({ now < $0 }) ?? true else { return nil }
        player.take(recorded.fact, at: now)
        if let from, now < from { return nil }
        guard compiled.obstacle(for: player.user.state, at: now) == nil else { return nil }
        player.isDecided = true
        return TrialMoment(user: player.user, at: now, number: recorded.position.number)
    }

    /// Its results, by the judgement of events: all objections count here too. Limits and tiers are not
    /// applied: `limited` adds them.
    package func rewards(at moment: TrialMoment, trust: TrustTerms = .standard) -> [TrialReward] {
        var (grantLimits, judgements) = (GrantLimits(), [Judgement]())
        let state = moment.user.state
        compiled.judge(state, trust, at: moment.at, &grantLimits, into: &judgements)
        return zip(rule.terms.pay, judgements).enumerated().compactMap { index, judged in
            let (grant, judgement) = judged
            guard let beneficiary = compiled.beneficiary(grant, of: state) else { return nil }
            return TrialReward(
                at: moment.at, number: moment.number, subject: state.uid, index: index,
                beneficiary: beneficiary,
                currency: grant.currency, amount: judgement.offer?.amount ?? 0,
                outcome: judgement.decision.outcome, reason: judgement.decision.reason)
        }
    }

    /// The reward with what limits and tiers make of it.
    ///
    /// - Parameter grantLimits: the grants to all earlier ones. This call adds one.
    package func limited(_ reward: TrialReward, _ grantLimits: inout GrantLimits) -> TrialReward {
        var limited = reward
        let grant = rule.terms.pay[reward.index]
        switch grantLimits.reserve(grant, of: rule, for: reward.beneficiary, at: reward.at, isPaid: false) {
        case .success(let amount): limited.amount = amount
        case .failure(let refusal):
            (limited.amount, limited.outcome, limited.reason) = (0, .denied, refusal.rawValue)
        }
        return limited
    }
}

/// When a player would have been rewarded, and what it was then.
package struct TrialMoment: Sendable {
    /// Further data about it may be added.
    package var user: User
    package let at: Timestamp
    package let number: FactNumber
}

/// A player on the way through what was recorded of it.
package struct TrialPlayer: Sendable {
    fileprivate(set) var user: User
    private let signedUpAt: Timestamp?
    fileprivate var isDecided = false

    /// - Parameters:
    ///   - user: as it is now.
    ///   - isReferredLater: whether a fact says when the referrer was recorded; else it was from the start.
    package init(_ user: User, isReferredLater: Bool) {
        self.user = user
        signedUpAt = user.signedUpAt
        self.user.progress = Progress()
        self.user.memory = user.memory.filter { RuleName.ownWords.contains($0.key) }
        self.user.signedUpAt = nil
        if isReferredLater { self.user.referral.referredBy = nil }
    }

    fileprivate mutating func take(_ fact: Fact, at now: Timestamp) {
        // Those who were brought in with their accounts have no fact that says so.
        if let signedUpAt, signedUpAt <= now { user.signedUpAt = signedUpAt }
        user = user.after(fact, at: now)
    }
}

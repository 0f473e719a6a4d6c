internal import Values

extension CompiledRule {
    /// One judgement, or one for each grant where it pays.
    func judge(
        _ player: UserState, _ trust: TrustTerms, at now: Timestamp, _ grantLimits: inout GrantLimits,
        into judgements: inout [Judgement]
    ) {
        if let outcome = player.memory[name] {
            judgements.append(
                Judgement(
                    decision(outcome, Decision.decidedEarlier), code: DecisionCode.code(earlier: outcome)))
        } else if let obstacle = obstacle(for: player, at: now) {
            // Until sign-up a referrer may still be recorded.
            let isFinal = obstacle == .noReferrer && player.isSignedUp
            judgements.append(
                Judgement(
                    decision(isFinal ? .denied : .notYet, reason(obstacle)),
                    code: isFinal ? DecisionCode.decided : DecisionCode.code(obstacle)))
        } else {
            for grant in rule.terms.pay {
                judgements.append(judge(grant, player, trust, at: now, &grantLimits))
            }
        }
    }

    private func judge(
        _ grant: RuleGrant, _ player: UserState, _ trust: TrustTerms, at now: Timestamp,
        _ grantLimits: inout GrantLimits
    ) -> Judgement {
        let verdict = trust.weigh(player, for: grant.role, restsOn: restsOn, at: now)
        let (outcome, reason) = (verdict.action.outcome, verdict.reason)
        guard outcome != .denied, let beneficiary = beneficiary(grant, of: player) else {
            return Judgement(decision(.denied, reason, grant))
        }
        let waits = rule.terms.holdHours > 0 && outcome == .paid
        let amount: Int64
        switch reserve(grant, for: beneficiary, at: now, isPaid: outcome == .paid && !waits, &grantLimits) {
        case .failure(let refusal): return Judgement(decision(.denied, refusal.rawValue, grant))
        case .success(let taken): amount = taken
        }
        var offer = RewardOffer.credit(
            amount, grant.currency, to: beneficiary, as: grant.role, because: self.reason)
        offer.ruleVersion = rule.version
        offer.codes = verdict.codes
        guard waits else { return Judgement(decision(outcome, reason, grant), offer) }
        offer.releaseAt = now.adding(seconds: rule.terms.holdHours * 3_600)
        return Judgement(decision(.held, Decision.waiting, grant), offer)
    }

    private func reserve(
        _ grant: RuleGrant, for beneficiary: UserID, at now: Timestamp, isPaid: Bool,
        _ grantLimits: inout GrantLimits
    ) -> Result<Int64, LimitRefusal> {
        guard !isCounted else {
            return grantLimits.reserve(grant, of: rule, for: beneficiary, at: now, isPaid: isPaid)
        }
        let amount = grant.amount(ofReward: 1)
        let account = Account(uid: beneficiary, currency: grant.currency)
        return !isPaid || grantLimits.reserveHeadroom(for: amount, in: account)
            ? .success(amount) : .failure(.balanceFull)
    }

    func decision(_ outcome: Outcome, _ reason: String, _ grant: RuleGrant? = nil) -> Decision {
        // The grant to report if there are several.
        Decision(
            rule: name, outcome: outcome, reason: reason, version: rule.version,
            grant: rule.terms.pay.count > 1 ? grant : nil)
    }
}

package import FoundationEssentials
package import Values

/// The result of one fact: the user after it, every rule's decision, and the rewards to write.
package struct Verdict: Equatable, Sendable {
    package let user: User
    package let decisions: [Decision]
    package let rewards: [Reward]
    /// Of the rules that are data.
    package let summary: DecisionSummary
    /// Whether rewards are about to be made that checks should be asked about first; or would be, if those
    /// that used up their limits before were not.
    package let wantsFindings: Bool
}

extension RuleBook {
    /// Applies `fact` to `user` and decides.
    ///
    /// - Parameters:
    ///   - grantLimits: the grants of rules with limits or tiers so far. This call adds to them.
    ///   - makeID: makes the id of a reward.
    package func apply(
        _ fact: Fact, to user: consuming User, at now: Timestamp, _ grantLimits: inout GrantLimits,
        makeID: () -> UUID
    ) -> Verdict {
        user.take(fact, at: now)
        return verdict(judge(user.state, at: now, &grantLimits), on: user, at: now, makeID)
    }

    private func verdict(
        _ judgements: [Judgement], on user: consuming User, at now: Timestamp, _ makeID: () -> UUID
    ) -> Verdict {
        let (uid, hasFindings) = (user.uid, user.trustContext.findings != nil)
        var rewards: [Reward] = []
        for judgement in judgements {
            let decision = judgement.decision
            // Earlier decisions are already remembered.
            if judgement.code == DecisionCode.decided { user.remember(decision.outcome, of: decision.rule) }
            guard let offer = judgement.offer else { continue }
            let reward = Reward(
                id: makeID(), offer: offer, rule: decision.rule, subject: uid,
                status: decision.outcome == .held ? .held : .paid, grantedAt: now)
            rewards.append(reward)
        }
        return Verdict(
            user: user, decisions: judgements.map(\.decision), rewards: rewards,
            summary: DecisionSummary(programme: version, codes: codes(judgements)),
            wantsFindings: trust.wantsFindings && !hasFindings
                && judgements.contains(where: \.isDeserved))
    }

    /// A payment that an active rule owes to a player without new facts; nil for none.
    package func payDeserved(
        _ name: RuleName, for user: User, at now: Timestamp, _ grantLimits: inout GrantLimits,
        makeID: () -> UUID
    ) -> Verdict? {
        guard let rule = rules.first(where: { $0.name == name }), rule.owes(user.state, at: now) else {
            return nil
        }
        var judgements: [Judgement] = []
        rule.judge(user.state, trust, at: now, &grantLimits, into: &judgements)
        return verdict(judgements, on: user, at: now, makeID)
    }

    /// Whether `payDeserved` would come to anything.
    package func owes(_ name: RuleName, to user: User, at now: Timestamp) -> Bool {
        rules.first { $0.name == name }?.owes(user.state, at: now) ?? false
    }

    /// One for each rule that is data: several grants of one stand together.
    private func codes(_ judgements: [Judgement]) -> String {
        var index = 0
        return String(unsafeUninitializedCapacity: rules.count) { buffer in
            for rule in rules.indices {
                guard index < judgements.count else { return rule }
                buffer[rule] = judgements[index].code
                let name = rules[rule].name
                while index < judgements.count, judgements[index].decision.rule == name { index += 1 }
            }
            return rules.count
        }
    }

    /// Every rule's decision at an event, in order, of what was kept of it.
    ///
    /// - Parameters:
    ///   - summary: of this programme.
    ///   - kept: what the event changed, and what rules in Swift came to.
    package func decisions(_ summary: DecisionSummary, _ kept: [Decision]) -> [Decision] {
        var rest = kept[...]
        var decisions: [Decision] = []
        for (rule, code) in zip(rules, summary.codes.utf8) {
            if let decision = DecisionCode.decision(code, of: rule) {
                decisions.append(decision)
                continue
            }
            let own = rest.prefix { $0.rule == rule.name }
            rest = rest.dropFirst(own.count)
            decisions += own.enumerated().map { index, decision in
                rule.decision(decision.outcome, decision.reason, rule.grant(index, of: own.count, decision))
            }
        }
        return decisions + rest
    }
}

extension CompiledRule {
    fileprivate func owes(_ player: UserState, at now: Timestamp) -> Bool {
        player.memory[name] == nil && obstacle(for: player, at: now) == nil
    }

    /// The grants are decided in their order: one by one, or together if none is paid.
    fileprivate func grant(_ index: Int, of count: Int, _ decision: Decision) -> RuleGrant? {
        let pay = rule.terms.pay
        return count == pay.count && decision.reason != "no_referrer" ? pay[index] : nil
    }
}

extension User {
    /// Whatever has become of a reward that was held.
    package mutating func remember(_ reward: Reward, reviewedAs outcome: Outcome) {
        if outcome == .paid || memory[reward.rule] != .paid { memory[reward.rule] = outcome }
    }
}

extension Reward {
    fileprivate init(
        id: UUID, offer: RewardOffer, rule: RuleName, subject: UserID, status: Status, grantedAt: Timestamp
    ) {
        self.init(
            id: id, rule: rule, beneficiary: offer.beneficiary, role: offer.role, subject: subject,
            currency: offer.currency, amount: offer.amount, status: status, reason: offer.reason,
            grantedAt: grantedAt, releaseAt: offer.releaseAt, ruleVersion: offer.ruleVersion,
            codes: offer.codes)
    }
}

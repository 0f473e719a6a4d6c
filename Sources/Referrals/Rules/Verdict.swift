package import FoundationEssentials
package import Values

/// What came of one fact: the user after it, every rule's decision, and the rewards to write.
package struct Verdict: Equatable, Sendable {
    package let user: User
    package let decisions: [Decision]
    package let rewards: [Reward]
}

extension RuleBook {
    /// Applies `fact` to `user` and decides.
    ///
    /// - Parameter makeID: makes the id of a reward.
    package func apply(
        _ fact: Fact, to user: User, at now: Timestamp, makeID: () -> UUID
    ) -> Verdict {
        var after = user.after(fact, at: now)
        let judgements = judge(after.state)
        var rewards: [Reward] = []
        for judgement in judgements {
            let decision = judgement.decision
            if decision.outcome != .notYet { after.memory[decision.rule] = decision.outcome }
            if let offer = judgement.offer {
                rewards.append(
                    Reward(
                        id: makeID(), offer: offer, rule: decision.rule, subject: user.uid,
                        status: decision.outcome == .held ? .held : .paid, grantedAt: now))
            }
        }
        return Verdict(user: after, decisions: judgements.map(\.decision), rewards: rewards)
    }
}

extension Reward {
    fileprivate init(
        id: UUID, offer: RewardOffer, rule: RuleName, subject: UserID, status: Status, grantedAt: Timestamp
    ) {
        self.init(
            id: id, rule: rule, beneficiary: offer.beneficiary, role: offer.role, subject: subject,
            currency: offer.currency, amount: offer.amount, status: status, reason: offer.reason,
            grantedAt: grantedAt)
    }
}

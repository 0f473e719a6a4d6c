package import Values

/// A rule's result for one of its grants in a trial.
package struct TrialReward: Equatable, Sendable {
    package let at: Timestamp
    /// Of the fact that it is for: rewards are limited in this order.
    package let number: FactNumber
    package let subject: UserID
    /// Which of the rule's grants.
    package let index: Int
    package let beneficiary: UserID
    package let currency: Currency
    /// 0 where it is denied.
    package internal(set) var amount: Int64
    package internal(set) var outcome: Outcome
    package internal(set) var reason: String
    /// Whether a rule of this name has given the same beneficiary this currency for the same player.
    package var wasGiven: Bool

    /// - Parameter number: nil for that of the time.
    package init(
        at: Timestamp, number: FactNumber? = nil, subject: UserID, index: Int, beneficiary: UserID,
        currency: Currency, amount: Int64, outcome: Outcome, reason: String, wasGiven: Bool = false
    ) {
        self.at = at
        self.number = number ?? FactNumber(firstAt: at)
        self.subject = subject
        self.index = index
        self.beneficiary = beneficiary
        self.currency = currency
        self.amount = amount
        self.outcome = outcome
        self.reason = reason
        self.wasGiven = wasGiven
    }

    package var isGiven: Bool { outcome == .paid || outcome == .held }

    /// Whether an administrator would have had to decide: what only waits for its time is paid by itself.
    var isHeldByTrust: Bool { outcome == .held && reason != Decision.waiting }
}

extension TrialReward {
    /// A trial rule's decision for a player.
    package static func all(of verdict: Verdict, by rule: Rule) -> [TrialReward] {
        var rewards = verdict.rewards[...]
        return zip(rule.terms.pay, verdict.decisions).enumerated().map { index, judged in
            let (grant, decision) = judged
            let reward = decision.madeReward ? rewards.popFirst() : nil
            return TrialReward(
                at: reward?.grantedAt ?? Timestamp(microsecondsSince1970: 0), subject: verdict.user.uid,
                index: index, beneficiary: reward?.beneficiary ?? verdict.user.uid,
                currency: grant.currency, amount: reward?.amount ?? 0, outcome: decision.outcome,
                reason: decision.reason)
        }
    }
}

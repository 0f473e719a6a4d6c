package import Values

extension RuleBook {
    /// The state of each reward for `player` that goes to `role`: first the ones made, also by inactive
    /// rules, then those that the active rules may still give.
    ///
    /// - Parameters:
    ///   - rewards: that this side was given for the player.
    ///   - denials: what was denied for good, as the player's events have it.
    package func explanations(
        of player: UserState, as role: RewardRole, rewards: [Reward], denials: [Decision], at now: Timestamp
    ) -> [RuleExplanation] {
        rewards.map { RuleExplanation($0, of: player) }
            + open(role, rewards).map { rule, grant in
                let (status, reasons) = rule.explanation(of: grant, for: player, trust, denials, at: now)
                return RuleExplanation(rule.name, grant.currency, status, reasons)
            }
            + openInSwift(role, rewards).map { rule, offer in
                let (status, reasons) = explanation(of: rule, for: player, denials, at: now)
                return RuleExplanation(rule.name, offer.currency, status, reasons)
            }
    }

    /// Whether a rule has decided about `player` and this side was given nothing: only events tell why.
    package func hasDenied(_ player: UserState, as role: RewardRole, rewards: [Reward]) -> Bool {
        open(role, rewards).contains { rule, _ in player.memory[rule.name] != nil }
            || openInSwift(role, rewards).contains { rule, _ in player.memory[rule.name] != nil }
    }

    private func open(_ role: RewardRole, _ rewards: [Reward]) -> [(CompiledRule, RuleGrant)] {
        rules.flatMap { rule in
            rule.rule.terms.pay.filter { grant in
                grant.role == role
                    && !rewards.contains { $0.rule == rule.name && $0.currency == grant.currency }
            }.map { (rule, $0) }
        }
    }
}

extension CompiledRule {
    fileprivate typealias Reason = RuleExplanation.Reason

    fileprivate func explanation(
        of grant: RuleGrant, for player: UserState, _ trust: TrustTerms, _ denials: [Decision],
        at now: Timestamp
    ) -> (RuleExplanation.Status, [Reason]) {
        if player.memory[name] != nil {
            let denial = denials.first { denial in
                denial.rule == name
                    && (denial.grant.map { $0.role == grant.role && $0.currency == grant.currency } ?? true)
            }
            return (.denied, Reason.all(denial?.reason ?? Decision.decidedEarlier))
        }
        let missing = missing(for: player, at: now)
        if !missing.isEmpty {
            // Until sign-up a referrer may still be recorded.
            let isFinal = player.isSignedUp && missing.map(\.code) == [reason(.noReferrer)]
            return (isFinal ? .denied : .notYet, missing)
        }
        let verdict = trust.weigh(player, for: grant.role, restsOn: restsOn, at: now)
        return verdict.action == .deny
            ? (.denied, Reason.all(verdict.reason)) : (.notYet, [Reason(refusal: "next_event")])
    }

    /// All of it, where a decision names the first.
    private func missing(for player: UserState, at now: Timestamp) -> [Reason] {
        var missing = conditions.filter { !$0.holds(for: player) }.map { Reason(unmet: $0, by: player) }
        if let from = rule.terms.from, now < from { missing.append(Reason(refusal: reason(.notStarted))) }
        if let until = rule.terms.until, until <= now { missing.append(Reason(refusal: reason(.ended))) }
        if let bornFrom, let createdAt = player.createdAt, createdAt < bornFrom {
            missing.append(Reason(refusal: reason(.earlierPlayer)))
        }
        if needsReferrer, player.referredBy == nil { missing.append(Reason(refusal: reason(.noReferrer))) }
        return missing
    }
}

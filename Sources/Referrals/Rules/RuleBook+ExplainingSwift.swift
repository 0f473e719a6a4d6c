internal import Values

/// Possible rewards of rules in Swift, as far as they show them.
extension RuleBook {
    /// Those that pay `role`, of which there is no reward, with what each offers.
    func openInSwift(_ role: RewardRole, _ rewards: [Reward]) -> [(any RewardRule, RewardOffer)] {
        code.compactMap { rule in
            guard let offer = Self.offer(of: rule), offer.role == role,
                !rewards.contains(where: { $0.rule == rule.name })
            else { return nil }
            return (rule, offer)
        }
    }

    func explanation(
        of rule: any RewardRule, for player: UserState, _ denials: [Decision], at now: Timestamp
    ) -> (RuleExplanation.Status, [RuleExplanation.Reason]) {
        var grantLimits = GrantLimits()
        let decision = judge(player, by: rule, at: now, &grantLimits).decision
        switch decision.outcome {
        case _ where player.memory[rule.name] != nil:
            let denial = denials.first { $0.rule == rule.name } ?? decision
            return (.denied, RuleExplanation.Reason.all(denial.reason))
        case .paid, .held: return (.notYet, [RuleExplanation.Reason(refusal: "next_event")])
        case .notYet where !rule.isDeserved(by: player):
            return (.notYet, [RuleExplanation.Reason(unmet: rule)])
        case .notYet: return (.notYet, RuleExplanation.Reason.all(decision.reason))
        case .denied: return (.denied, RuleExplanation.Reason.all(decision.reason))
        }
    }
}

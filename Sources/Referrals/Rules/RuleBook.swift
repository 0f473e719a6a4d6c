internal import Basics

/// The rules of an installation, in the order in which they decide.
package struct RuleBook: Sendable {
    package let rules: [any RewardRule]

    package init(_ rules: [any RewardRule]) {
        // They are kept joined by commas and equals signs, and shown in URLs' company.
        for rule in rules {
            precondition(isLabel(rule.name.description), "\(rule.name) is no name of a rule")
            precondition(isLabel(rule.unmetReason), "\(rule.unmetReason) is no reason")
        }
        precondition(Set(rules.map(\.name)).count == rules.count, "two rules of one name")
        self.rules = rules
    }

    /// The rules of a new installation.
    package static let standard = RuleBook([SignUpReward(), LevelFiveReward()])

    /// What every rule says about `player`, and the offers to be turned into rewards.
    ///
    /// A rule that made a reward or denied one for good is remembered: it keeps its outcome whatever happens
    /// later, which is why 5 → 4 → 5 pays once.
    package func judge(_ player: UserState) -> [Judgement] {
        rules.map { judge(player, by: $0) }
    }

    /// Whether a rule has paid whoever referred `player` already, as far as the player remembers.
    package func havePaidReferrer(of player: UserState) -> Bool {
        rules.contains { player.memory[$0.name] == .paid && $0.reward(for: player)?.role == .referrer }
    }

    private func judge(_ player: UserState, by rule: any RewardRule) -> Judgement {
        if let outcome = player.memory[rule.name] {
            return Judgement(rule.name, outcome, Decision.decidedEarlier)
        }
        guard rule.isDeserved(by: player) else { return Judgement(rule.name, .notYet, rule.unmetReason) }
        guard let offer = rule.reward(for: player) else {
            // Until sign-up a referrer may still be recorded.
            return Judgement(rule.name, player.isSignedUp ? .denied : .notYet, "no_referrer")
        }
        switch player.matchConfidence {
        case .weak: return Judgement(rule.name, .denied, "weak_match")
        case .default: return Judgement(rule.name, .held, "default_match", offer)
        case .unique, nil: return Judgement(rule.name, .paid, "deserved", offer)
        }
    }
}

/// Lower-case letters, digits, hyphens and underscores.
private func isLabel(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 63
        && text.utf8.allSatisfy { $0.isLowercaseLetter || $0.isDigit || "-_".utf8.contains($0) }
}

/// A rule's decision and, when it makes a reward, what to pay.
package struct Judgement: Equatable, Sendable {
    package let decision: Decision
    package let offer: RewardOffer?

    init(_ rule: RuleName, _ outcome: Outcome, _ reason: String, _ offer: RewardOffer? = nil) {
        decision = Decision(rule: rule, outcome: outcome, reason: reason)
        self.offer = offer
    }
}

/// A rule's decision about a player, and the reasons.
package struct Decision: Equatable, Sendable {
    package let rule: RuleName
    package let outcome: Outcome
    /// In snake_case, for programs as for people.
    package let reason: String
    /// Of a rule that is data: which version decided.
    package let version: Int64?
    /// Which of the rule's grants, where each was decided for itself.
    package let grant: RuleGrant?

    package init(
        rule: RuleName, outcome: Outcome, reason: String, version: Int64? = nil, grant: RuleGrant? = nil
    ) {
        self.rule = rule
        self.outcome = outcome
        self.reason = reason
        self.version = version
        self.grant = grant
    }

    /// The reason given by every later decision of a rule that is remembered.
    package static let decidedEarlier = "decided_earlier"
    /// The reason of what is paid by itself when its time has come.
    static let waiting = "waiting"

    /// True for the one decision that made a reward.
    package var madeReward: Bool {
        (outcome == .paid || outcome == .held) && reason != Self.decidedEarlier
    }

    /// Whether the rule had not decided before, and now has for good.
    package var isNew: Bool {
        outcome != .notYet && reason != Self.decidedEarlier
    }
}

package enum Outcome: String, Sendable {
    case paid
    /// A reward was made and waits, for an administrator or for its time.
    case held
    /// It will never be paid.
    case denied
    case notYet = "not_yet"

    /// Of the several grants of a rule this one speaks for the rule.
    fileprivate var rank: Int {
        switch self {
        case .paid: 3
        case .held: 2
        case .denied: 1
        case .notYet: 0
        }
    }
}

extension User {
    /// Remembers what one of a rule's grants came to.
    mutating func remember(_ outcome: Outcome, of rule: RuleName) {
        guard outcome.rank > (memory[rule]?.rank ?? 0) else { return }
        memory[rule] = outcome
    }
}

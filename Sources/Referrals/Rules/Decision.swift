/// What a rule came to about a player, and why.
package struct Decision: Equatable, Sendable {
    package let rule: RuleName
    package let outcome: Outcome
    /// In snake_case, for programs as for people.
    package let reason: String

    package init(rule: RuleName, outcome: Outcome, reason: String) {
        self.rule = rule
        self.outcome = outcome
        self.reason = reason
    }

    /// The reason given by every later decision of a rule that is remembered.
    package static let decidedEarlier = "decided_earlier"

    /// True for the one decision that made a reward.
    package var madeReward: Bool {
        (outcome == .paid || outcome == .held) && reason != Self.decidedEarlier
    }
}

package enum Outcome: String, Sendable {
    case paid
    /// A reward was made and waits for an administrator.
    case held
    /// It will never be paid.
    case denied
    case notYet = "not_yet"
}

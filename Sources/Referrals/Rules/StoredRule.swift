package import Values

/// A rule with what it is at: its newest version, or an earlier one.
package struct StoredRule: Equatable, Sendable {
    package var rule: Rule
    package var state: RuleState
    /// Rules decide in this order.
    package var position: Int64
    package var changedAt: Timestamp
    package var changedBy: String

    package init(rule: Rule, state: RuleState, position: Int64, changedAt: Timestamp, changedBy: String) {
        self.rule = rule
        self.state = state
        self.position = position
        self.changedAt = changedAt
        self.changedBy = changedBy
    }
}

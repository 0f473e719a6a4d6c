package import FoundationEssentials
package import Values

/// A change that waits for a second operator, or waited for one.
package struct PendingChange: Equatable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        case waiting
        case approved
        case refused
        /// By the operator or the key that made it.
        case withdrawn
    }

    /// Of an adjustment: the id of its entry in the ledger.
    package let id: UUID
    package let change: ProposedChange
    package let madeAt: Timestamp
    /// As the audit names them.
    package let madeBy: String
    /// Nil for an API key.
    package let operatorID: UUID?
    /// Of its terms, which the operator saw; nil without one.
    package let trial: UUID?
    package let state: State
    package let decidedAt: Timestamp?
    package let decidedBy: String?

    package init(
        id: UUID, _ change: ProposedChange, madeAt: Timestamp, madeBy: String, operatorID: UUID?,
        trial: UUID? = nil, state: State = .waiting, decidedAt: Timestamp? = nil, decidedBy: String? = nil
    ) {
        self.id = id
        self.change = change
        self.madeAt = madeAt
        self.madeBy = madeBy
        self.operatorID = operatorID
        self.trial = trial
        self.state = state
        self.decidedAt = decidedAt
        self.decidedBy = decidedBy
    }
}

/// The second operator's word for a change, which takes effect with the change itself.
package struct Approval: Equatable, Sendable {
    /// Of the pending change.
    package let id: UUID
    /// As the audit names the operator.
    package let decidedBy: String

    package init(of id: UUID, by name: String) {
        self.id = id
        decidedBy = name
    }
}

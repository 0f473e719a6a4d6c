package import Values

/// An event as it was first answered: what it left of its user, and what the rules decided.
///
/// It is kept, so that a repeat gets the same answer.
package struct RecordedEvent: Equatable, Sendable {
    package let event: Event
    package let receivedAt: Timestamp
    /// The user right after the event.
    package let user: User
    package let decisions: [Decision]

    package init(event: Event, receivedAt: Timestamp, user: User, decisions: [Decision]) {
        self.event = event
        self.receivedAt = receivedAt
        self.user = user
        self.decisions = decisions
    }
}

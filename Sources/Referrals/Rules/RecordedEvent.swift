package import Values

/// An event as it was first answered: what it left of its user, and what the rules decided.
///
/// It is kept, so that a repeat gets the same answer. A class, since from its judgement to its reply it
/// passes through many hands: one count instead of one for each part.
package final class RecordedEvent: Sendable {
    package let event: Event
    package let receivedAt: Timestamp
    /// Its position among all facts; nil for one of a version that kept none.
    package let number: FactNumber?
    /// The user right after the event.
    package let user: User
    /// Every rule's; as it was read, with `summary`, only those that the event changed.
    package let decisions: [Decision]
    /// Nil for one of a version that kept a decision for each rule.
    package let summary: DecisionSummary?

    package init(
        event: Event, receivedAt: Timestamp, number: FactNumber? = nil, user: User, decisions: [Decision],
        summary: DecisionSummary? = nil
    ) {
        self.event = event
        self.receivedAt = receivedAt
        self.number = number
        self.user = user
        self.decisions = decisions
        self.summary = summary
    }

    /// Where it is in a list.
    package var position: EventPosition {
        EventPosition(receivedAt: receivedAt, number: number, id: event.key.id)
    }

    /// With every rule's decision.
    ///
    /// - Parameter book: the programme that `summary` names.
    package func explained(by book: RuleBook) -> RecordedEvent {
        guard let summary, summary.programme == book.version else { return self }
        return RecordedEvent(
            event: event, receivedAt: receivedAt, number: number, user: user,
            decisions: book.decisions(summary, decisions), summary: summary)
    }
}

extension RecordedEvent: Equatable {
    package static func == (left: RecordedEvent, right: RecordedEvent) -> Bool {
        left.event == right.event && left.receivedAt == right.receivedAt && left.user == right.user
            && left.decisions == right.decisions && left.summary == right.summary
    }
}

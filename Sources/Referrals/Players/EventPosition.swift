package import FoundationEssentials
package import Values

/// Where a page of events ended.
package struct EventPosition: Comparable, Sendable {
    package let receivedAt: Timestamp
    /// Of the events of one time; that of the time if it has none.
    package let number: FactNumber
    package let id: UUID

    package init(receivedAt: Timestamp, number: FactNumber? = nil, id: UUID) {
        self.receivedAt = receivedAt
        self.number = number ?? FactNumber(firstAt: receivedAt)
        self.id = id
    }

    package static func < (left: EventPosition, right: EventPosition) -> Bool {
        if left.receivedAt != right.receivedAt { return left.receivedAt < right.receivedAt }
        return left.number == right.number ? left.id.precedes(right.id) : left.number < right.number
    }
}

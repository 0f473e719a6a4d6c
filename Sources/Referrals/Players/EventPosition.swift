package import FoundationEssentials
package import Values

/// Where a page of events ended.
package struct EventPosition: Comparable, Sendable {
    package let receivedAt: Timestamp
    package let id: UUID

    package init(receivedAt: Timestamp, id: UUID) {
        self.receivedAt = receivedAt
        self.id = id
    }

    package static func < (left: EventPosition, right: EventPosition) -> Bool {
        left.receivedAt == right.receivedAt
            ? left.id.precedes(right.id) : left.receivedAt < right.receivedAt
    }
}

package import FoundationEssentials
package import Values

/// Where a page of events ended.
package struct EventPosition: Equatable, Sendable {
    package let receivedAt: Timestamp
    package let id: UUID

    package init(receivedAt: Timestamp, id: UUID) {
        self.receivedAt = receivedAt
        self.id = id
    }
}

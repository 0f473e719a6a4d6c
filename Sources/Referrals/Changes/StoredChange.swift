package import FoundationEssentials
package import Values

/// A change as it is stored.
package struct StoredChange: Sendable {
    package let cursor: ChangeCursor
    package let id: UUID
    /// A type that a later version writes is kept as it is.
    package let type: String
    package let subject: UserID?
    package let sequence: Int64?
    package let occurredAt: Timestamp
    /// An object, as JSON.
    package let payload: String

    package init(
        cursor: ChangeCursor, id: UUID, type: String, subject: UserID?, sequence: Int64?,
        occurredAt: Timestamp, payload: String
    ) {
        self.cursor = cursor
        self.id = id
        self.type = type
        self.subject = subject
        self.sequence = sequence
        self.occurredAt = occurredAt
        self.payload = payload
    }
}

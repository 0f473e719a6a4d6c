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
    /// The `traceparent` of the request that caused it, where that had one.
    package let trace: String?

    package init(
        cursor: ChangeCursor, id: UUID, type: String, subject: UserID?, sequence: Int64?,
        occurredAt: Timestamp, payload: String, trace: String? = nil
    ) {
        self.cursor = cursor
        self.id = id
        self.type = type
        self.subject = subject
        self.sequence = sequence
        self.occurredAt = occurredAt
        self.payload = payload
        self.trace = trace
    }
}

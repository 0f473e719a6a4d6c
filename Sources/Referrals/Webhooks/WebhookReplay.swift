package import FoundationEssentials
package import Values

/// Changes of a span of time that a webhook is sent again.
package struct WebhookReplay: Sendable {
    package let id: UUID
    package let webhook: UUID
    /// Nil for those of the webhook.
    package let types: [String]?
    package let from: Timestamp
    package let until: Timestamp
    package let createdAt: Timestamp
    /// All up to here were sent.
    package var donePosition: Int64
    package let lastPosition: Int64

    package init(
        id: UUID, webhook: UUID, types: [String]?, from: Timestamp, until: Timestamp, createdAt: Timestamp,
        donePosition: Int64, lastPosition: Int64
    ) {
        self.id = id
        self.webhook = webhook
        self.types = types
        self.from = from
        self.until = until
        self.createdAt = createdAt
        self.donePosition = donePosition
        self.lastPosition = lastPosition
    }
}

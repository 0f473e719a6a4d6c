package import FoundationEssentials
package import Values

/// A change for one webhook.
package struct WebhookDelivery: Sendable {
    package let cursor: ChangeCursor
    package let change: UUID
    package let type: String
    package let subject: UserID?
    package var state: DeliveryState
    package var attempts: Int32
    package let createdAt: Timestamp
    /// When it is to be sent; nil while it waits for another of its subject, or is over.
    package var dueAt: Timestamp?
    /// Whether an administrator asked for it again.
    package var isReplay: Bool
    package var attempt: Attempt?

    /// The last one's result.
    package struct Attempt: Sendable {
        package let at: Timestamp
        /// HTTP's; nil without a reply.
        package let status: Int32?
        /// Why there was no reply.
        package let failure: String?
        /// The start of the reply.
        package let reply: String?

        package init(at: Timestamp, status: Int32?, failure: String?, reply: String?) {
            self.at = at
            self.status = status
            self.failure = failure
            self.reply = reply
        }
    }

    package init(
        of change: StoredChange, state: DeliveryState, attempts: Int32, createdAt: Timestamp,
        dueAt: Timestamp? = nil, isReplay: Bool = false, attempt: Attempt? = nil
    ) {
        self.init(
            cursor: change.cursor, change: change.id, type: change.type, subject: change.subject,
            state: state,
            attempts: attempts, createdAt: createdAt, dueAt: dueAt, isReplay: isReplay, attempt: attempt)
    }

    package init(
        cursor: ChangeCursor, change: UUID, type: String, subject: UserID?, state: DeliveryState,
        attempts: Int32, createdAt: Timestamp, dueAt: Timestamp?, isReplay: Bool, attempt: Attempt?
    ) {
        self.cursor = cursor
        self.change = change
        self.type = type
        self.subject = subject
        self.state = state
        self.attempts = attempts
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.isReplay = isReplay
        self.attempt = attempt
    }
}

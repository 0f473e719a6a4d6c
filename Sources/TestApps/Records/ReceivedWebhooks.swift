internal import JSON

/// The requests of webhooks that came to an app's own receiver.
struct ReceivedWebhooks {
    struct Message {
        /// `webhook-id`
        let id: String
        /// Whether a secret or a key of a webhook of this app has signed it.
        let isVerified: Bool
        let body: JSONValue
    }

    /// Older ones are forgotten.
    private static let messagesMax = 10_000

    private(set) var messages: [Message] = []

    mutating func add(_ message: Message) {
        if messages.count == Self.messagesMax { messages.removeFirst(Self.messagesMax / 10) }
        messages.append(message)
    }
}

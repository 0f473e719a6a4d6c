internal import JSON

/// The requests of webhooks that came to an app's own receiver.
struct ReceivedWebhooks {
    struct Message {
        /// `webhook-id`
        let id: String
        /// Whether a secret or a key of a webhook of this app has signed it.
        let isVerified: Bool
        let body: JSONValue
        /// Of the body as it came.
        let byteCount: Int
    }

    /// Older ones are forgotten.
    private static let messagesMax = 10_000
    static let bytesMax = 16_777_216

    private(set) var messages: [Message] = []
    private var byteCount = 0

    mutating func add(_ message: Message) {
        messages.append(message)
        byteCount += message.byteCount
        var (forgotten, kept) = (0, byteCount)
        while kept > Self.bytesMax || messages.count - forgotten > Self.messagesMax {
            kept -= messages[forgotten].byteCount
            forgotten += 1
        }
        messages.removeFirst(forgotten)
        byteCount = kept
    }
}

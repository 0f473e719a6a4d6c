package import WebClient

/// Which changes are written, and for how long they are kept.
package struct DeliveryConfiguration: Sendable {
    package static let days = 1...90

    /// Whether changes of all types are written, also without a listener.
    package var isFeedOn: Bool
    package var retentionDays: Int
    /// How webhooks' requests go out; nil sends none.
    package var sending: SendingConfiguration?

    package var allowedReceivers: ReceiverAllowList { sending?.allowed ?? ReceiverAllowList() }

    package var userAgent: String { sending?.userAgent ?? "Shipmate" }

    package init(isFeedOn: Bool = false, retentionDays: Int = 30, sending: SendingConfiguration? = nil) {
        self.isFeedOn = isFeedOn
        self.retentionDays = retentionDays
        self.sending = sending
    }
}

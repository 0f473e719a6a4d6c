/// How far a change is on its way to one webhook.
package enum DeliveryState: String, Sendable, CaseIterable {
    /// It is still to be sent, or sent again.
    case pending
    case delivered
    /// It was given up.
    case failed
    /// Its time came while the webhook was disabled.
    case missed
}

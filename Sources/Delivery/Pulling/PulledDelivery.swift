package import Referrals

/// A delivery for a receiver that pulls: what a request to it would have.
package struct PulledDelivery: Sendable {
    package let row: WebhookDelivery
    package let headers: [(name: String, value: String)]
    package let body: String
}

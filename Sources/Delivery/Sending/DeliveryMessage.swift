internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import JSON
internal import Referrals
internal import Store
internal import Values

/// The header fields and the body that a webhook's receiver gets for each change, signed.
struct DeliveryMessage {
    private let fields: [(name: String, value: String)]
    private let signature: WebhookTerms.Signature
    private let signer: WebhookSigner

    /// Nil where another root secret encrypted the webhook's secrets.
    init?(_ webhook: Webhook, _ vault: WebhookVault, userAgent: String, at now: Timestamp) {
        guard let signer = vault.signer(webhook.secrets, of: webhook.id, at: now) else { return nil }
        var fields = [("Content-Type", "application/json"), ("User-Agent", userAgent)]
        if let encrypted = webhook.secrets.headers {
            guard let own = vault.headers(encrypted, of: webhook.id) else { return nil }
            let names = Set(own.map { $0.name.lowercased() })
            fields.removeAll { names.contains($0.0.lowercased()) }
            fields += own
        }
        self.fields = fields
        self.signer = signer
        signature = webhook.terms.signature
    }

    /// - Parameter time: of this attempt.
    func signed(
        _ change: StoredChange, at time: Timestamp
    ) -> (headers: [(name: String, value: String)], body: [UInt8]) {
        let body = JSONWriter.bytes(of: ChangeBody(change))
        let id = change.id.lowercaseText
        let seconds = time.secondsSince1970
        let message = WebhookMessage(id: id, timestamp: seconds, body: body)
        let secrets = signature == .v1a ? [] : signer.secrets
        let keys = signature == .v1 ? [] : signer.keys
        let own = [
            ("webhook-id", id), ("webhook-timestamp", String(seconds)),
            ("webhook-signature", message.signatures(by: secrets, keys)),
        ]
        guard let trace = change.trace else { return (fields + own, body) }
        let others = fields.filter { $0.name.lowercased() != "traceparent" }
        return (others + [("traceparent", trace)] + own, body)
    }
}

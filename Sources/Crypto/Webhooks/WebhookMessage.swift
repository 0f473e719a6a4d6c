/// A message to a webhook's receiver, and its signatures (Standard Webhooks, section "Signature scheme").
package struct WebhookMessage: Sendable {
    /// `id.timestamp.body`.
    private let signed: [UInt8]

    /// - Parameters:
    ///   - id: `webhook-id`, without a dot.
    ///   - timestamp: `webhook-timestamp`, in seconds since 1970.
    package init(id: String, timestamp: Int64, body: [UInt8]) {
        signed = Array("\(id).\(timestamp).".utf8) + body
    }

    /// The value of `webhook-signature`: one signature for each secret and each key, in this order. During a
    /// rotation both secrets sign.
    package func signatures(by secrets: [WebhookSecret], _ keys: [WebhookKey] = []) -> String {
        (secrets.map(signature) + keys.map(signature)).joined(separator: " ")
    }

    /// `v1,` and base64 of HMAC-SHA256.
    package func signature(by secret: WebhookSecret) -> String {
        "v1," + Base64.encode(HMACSHA256.hash(signed, key: secret.bytes))
    }

    /// `v1a,` and base64 of Ed25519's signature.
    package func signature(by key: WebhookKey) -> String {
        "v1a," + Base64.encode(key.signature(of: signed))
    }
}

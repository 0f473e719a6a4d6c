/// The Ed25519 key of a webhook's `v1a` signatures, of which the receiver has the public half (Standard
/// Webhooks, section "Signature scheme").
package struct WebhookKey: Sendable, CustomStringConvertible {
    private static let publicPrefix = "whpk_"

    private let key: SigningKey

    package var description: String { "WebhookKey(\(publicText))" }

    /// The secret to store, encrypted: 32 bytes.
    package var seed: [UInt8] { key.seed }

    /// As the receiver gets it: `whpk_` and base64.
    package var publicText: String { Self.publicPrefix + Base64.encode(key.publicKey.bytes) }

    /// A new one, from random.
    package init() {
        key = SigningKey()
    }

    /// A stored one read back; nil unless the seed has 32 bytes.
    package init?(seed: [UInt8]) {
        guard let key = SigningKey(seed: seed) else { return nil }
        self.key = key
    }

    func signature(of message: [UInt8]) -> [UInt8] {
        key.signature(of: message)
    }
}

/// The secret that a webhook's receiver checks `v1` signatures with (Standard Webhooks, section "Signature
/// scheme").
package struct WebhookSecret: Sendable, Equatable, CustomStringConvertible {
    package static let byteCounts = 24...64
    private static let byteCount = 32
    private static let prefix = "whsec_"

    /// The secret to store, encrypted.
    package let bytes: [UInt8]

    package var description: String { "WebhookSecret(secret)" }

    /// As the receiver gets it: `whsec_` and base64.
    package var text: String { Self.prefix + Base64.encode(bytes) }

    /// A new one, from random.
    package init() {
        bytes = Randomness.bytes(Self.byteCount)
    }

    /// A stored one read back; nil unless there are 24 to 64 bytes.
    package init?(bytes: [UInt8]) {
        guard Self.byteCounts.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Nil for another prefix, other characters, missing padding, or too few or too many bytes.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix),
            let bytes = Base64.decode(Array(text.utf8).dropFirst(Self.prefix.utf8.count))
        else { return nil }
        self.init(bytes: bytes)
    }

    package static func == (left: WebhookSecret, right: WebhookSecret) -> Bool {
        Sodium.areEqual(left.bytes, right.bytes)
    }
}

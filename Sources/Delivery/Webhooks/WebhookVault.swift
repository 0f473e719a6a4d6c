internal import Basics
package import Crypto
internal import FoundationEssentials
internal import JSON
internal import Referrals
internal import Values
internal import WebClient

/// Encrypts a webhook's secrets and headers, and decrypts them.
package struct WebhookVault: Sendable {
    private static let seedByteCount = 32

    private let box: SecretBox

    package init(_ key: Subkey) {
        box = SecretBox(key)
    }

    /// A new secret and a new key, encrypted.
    func make(for webhook: UUID) -> (secret: WebhookSecret, publicKey: String, encrypted: [UInt8]) {
        let (secret, key) = (WebhookSecret(), WebhookKey())
        let encrypted = box.encrypt(key.seed + secret.bytes, context: Self.context(webhook, "secrets"))
        return (secret, key.publicText, encrypted)
    }

    func encrypt(_ headers: ReceiverHeaders, of webhook: UUID) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in headers.fields { writer.member(dynamic: name, value) }
        }
        return box.encrypt(writer.bytes, context: Self.context(webhook, "headers"))
    }

    /// Nil where another root secret encrypted them.
    func headers(_ encrypted: [UInt8], of webhook: UUID) -> [(name: String, value: String)]? {
        guard let bytes = box.decrypt(encrypted, context: Self.context(webhook, "headers")),
            case .object(let members)? = try? JSONParser.parse(bytes)
        else { return nil }
        return members.compactMap { member in
            if case .string(let value) = member.value { (member.name, value) } else { nil }
        }
    }

    /// The secrets and keys that sign at a time; nil where another root secret encrypted them.
    func signer(_ secrets: WebhookSecrets, of webhook: UUID, at now: Timestamp) -> WebhookSigner? {
        let isRotating = secrets.formerUntil.map { $0 > now } ?? false
        var signer = WebhookSigner()
        for encrypted in [secrets.current] + (isRotating ? [secrets.former].compactMap(\.self) : []) {
            guard let bytes = box.decrypt(encrypted, context: Self.context(webhook, "secrets")),
                let key = WebhookKey(seed: Array(bytes.prefix(Self.seedByteCount))),
                let secret = WebhookSecret(bytes: Array(bytes.dropFirst(Self.seedByteCount)))
            else { return nil }
            signer.add(secret, key)
        }
        return signer
    }

    private static func context(_ webhook: UUID, _ column: String) -> String {
        "webhook \(webhook.lowercaseText) \(column)"
    }
}

/// The secrets and keys that sign a webhook's messages: two of each during a rotation.
struct WebhookSigner: Sendable {
    private(set) var secrets: [WebhookSecret] = []
    private(set) var keys: [WebhookKey] = []

    mutating func add(_ secret: WebhookSecret, _ key: WebhookKey) {
        secrets.append(secret)
        keys.append(key)
    }
}

import Crypto
import TestSupport
import Testing

/// Keys of webhooks, as their receivers get them and as they are stored.
@Suite struct WebhookSecretTests {
    private let bytes = [UInt8](0..<24)

    @Test(arguments: 24...64) func `is the same secret after it was stored, or written as text`(count: Int)
        throws
    {
        let secret = try #require(WebhookSecret(bytes: [UInt8](0..<UInt8(count))))
        #expect(secret.text.hasPrefix("whsec_"))
        #expect(secret.text.utf8.count == 6 + (count + 2) / 3 * 4)
        #expect(WebhookSecret(secret.text) == secret)
        #expect(WebhookSecret(bytes: secret.bytes) == secret)
    }

    @Test func `is another secret of 32 bytes each time`() {
        let (first, second) = (WebhookSecret(), WebhookSecret())
        #expect(first != second)
        #expect(first.bytes.count == 32)
    }

    @Test(
        arguments: [
            "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", " whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            // A line break, the other alphabet, 23 bytes, missing padding, and a bit too many.
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS_",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaQ=", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwBg",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwBh==",
        ])
    func `a text that is no secret is refused`(text: String) {
        #expect(WebhookSecret(text) == nil)
    }

    @Test(arguments: [0, 23, 65]) func `a secret of another size is refused`(count: Int) {
        #expect(WebhookSecret(bytes: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test(arguments: [0, 31, 33, 64]) func `a key's seed of another size is refused`(count: Int) {
        #expect(WebhookKey(seed: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test func `is the same key after its seed was stored`() throws {
        let key = WebhookKey()
        #expect(try #require(WebhookKey(seed: key.seed)).publicText == key.publicText)
        #expect(WebhookKey().publicText != key.publicText)
    }

    @Test func `prints no secret`() throws {
        let (secret, key) = (try #require(WebhookSecret(bytes: bytes)), WebhookKey())
        #expect("\(secret)" == "WebhookSecret(secret)")
        #expect("\(key)" == "WebhookKey(\(key.publicText))")
        #expect("\(SecretBox(RootSecret().subkey(for: .webhooks)))" == "SecretBox(secret)")
    }
}

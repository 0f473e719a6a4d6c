import Crypto
import Glibc
import TestSupport
import Testing

/// Signatures of webhooks, by published vectors and by code of others.
@Suite struct WebhookMessageTests {
    /// Of the tests of Standard Webhooks' libraries, and of Svix's server.
    private let message = WebhookMessage(
        id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330,
        body: Array(#"{"test": 2432232314}"#.utf8))

    @Test func `signs by a secret as Standard Webhooks' libraries do`() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        #expect(message.signature(by: secret) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func `signs by a key as the specification shows`() throws {
        let pair = "6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg=="
        let bytes = try #require(Base64.decode(Array(pair.utf8)[...]))
        let key = try #require(WebhookKey(seed: Array(bytes.prefix(32))))
        #expect(key.publicText == "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=")
        #expect(
            message.signature(by: key)
                == "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="
        )
    }

    @Test func `a receiver accepts each secret and each key of several`() throws {
        let (secrets, keys) = ([WebhookSecret(), WebhookSecret()], [WebhookKey(), WebhookKey()])
        let (now, body) = (Int64(time(nil)), Array(#"{"name": "Jürgen 🏴‍☠️"}"#.utf8))
        let signatures = WebhookMessage(id: "m1", timestamp: now, body: body).signatures(by: secrets, keys)
        #expect(
            signatures.split(separator: " ").map { $0.prefix { $0 != "," } } == ["v1", "v1", "v1a", "v1a"])
        for key in secrets.map(\.text) + keys.map(\.publicText) {
            #expect(try check(key, "m1", now, signatures, body) == "valid")
            #expect(try check(key, "m1", now, signatures, body + [32]) == "No matching signature found")
        }
    }

    @Test func `a receiver refuses another id, another time, and another key`() throws {
        let (secret, key, now) = (WebhookSecret(), WebhookKey(), Int64(time(nil)))
        let signatures = WebhookMessage(id: "m1", timestamp: now, body: []).signatures(by: [secret], [key])
        for (text, other) in [
            (secret.text, WebhookSecret().text), (key.publicText, WebhookKey().publicText),
        ] {
            #expect(try check(text, "m1", now, signatures, []) == "valid")
            #expect(try check(text, "m2", now, signatures, []) != "valid")
            #expect(try check(text, "m1", now + 1, signatures, []) != "valid")
            #expect(try check(other, "m1", now, signatures, []) != "valid")
        }
    }

    @Test func `HMAC is that of RFC 4231, with keys shorter and longer than a block`() {
        let short = HMACSHA256.hash(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        #expect(short == Bytes.hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
        let long = HMACSHA256.hash(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131))
        #expect(long == Bytes.hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
    }

    private func check(
        _ key: String, _ id: String, _ timestamp: Int64, _ signatures: String, _ body: [UInt8]
    ) throws -> String {
        try WebhookCheck.result(key: key, id: id, timestamp: timestamp, signatures: signatures, body: body)
    }
}

import Crypto
import TestSupport
import Testing

@Suite struct IdempotencyKeyTests {
    private let pepper = RootSecret(bytes: Array(0..<32))!.subkey(for: .idempotencyKeys)

    @Test(arguments: [
        ("0123456789abcdef", true), (String(repeating: "~", count: 255), true), ("0123456789abcde", false),
        ("", false),
        (String(repeating: "a", count: 256), false), ("0123456789 abcdef", false),
        ("0123456789\tabcdef", false),
        ("0123456789äabcdef", false), ("0123456789\u{7F}abcdef", false),
    ]) func `takes 16 to 255 visible ASCII characters`(text: String, isValid: Bool) {
        #expect((IdempotencyKey(text) != nil) == isValid)
    }

    @Test func `hashes as it always has, under its pepper`() throws {
        let key = try #require(IdempotencyKey("install-0123456789"))
        // Computed with Python's hashlib from the definition.
        let known = "b47cbb618020a7035ef944c5bf768d318d05f5bcc668d484bcc4370a3f47174f"
        #expect(key.hash(pepper: pepper) == SecretHash(bytes: Bytes.hex(known)))
        #expect(key.hash(pepper: pepper) != key.hash(pepper: RootSecret().subkey(for: .idempotencyKeys)))
        #expect("\(key)" == "IdempotencyKey(secret)")
    }
}

import Testing

@testable import Crypto

/// Bytes that are stored encrypted.
@Suite struct SecretBoxTests {
    private let root = RootSecret()
    private var box: SecretBox { SecretBox(root.subkey(for: .webhooks)) }

    @Test(arguments: [0, 1, 32, 4_096]) func `decrypts what it has encrypted, each time other bytes`(
        count: Int
    ) {
        let secret = [UInt8](repeating: 7, count: count)
        let (first, second) = (box.encrypt(secret, context: "a"), box.encrypt(secret, context: "a"))
        #expect(first != second)
        #expect(first.count == count + SecretBox.overheadByteCount)
        #expect(box.decrypt(first, context: "a") == secret)
        #expect(box.decrypt(second, context: "a") == secret)
    }

    @Test func `another context, another key and changed bytes decrypt nothing`() {
        let encrypted = box.encrypt([1, 2, 3], context: "webhook 1 secret")
        for context in ["", "webhook 1 headers", "webhook 2 secret", "webhook 1 secret "] {
            #expect(box.decrypt(encrypted, context: context) == nil)
        }
        #expect(SecretBox(root.subkey(for: .proofs)).decrypt(encrypted, context: "webhook 1 secret") == nil)
        for index in encrypted.indices {
            var changed = encrypted
            changed[index] ^= 1
            #expect(box.decrypt(changed, context: "webhook 1 secret") == nil, "\(index)")
        }
        for count in 0..<encrypted.count {
            #expect(box.decrypt(Array(encrypted.prefix(count)), context: "webhook 1 secret") == nil)
        }
    }

    @Test func `decrypts what a root key has wrapped`() {
        let hexadecimal = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
        let wrapped = RootKey(hexadecimal: hexadecimal)?.wrap([1, 2, 3], as: .root) ?? []
        let box = SecretBox(key: [UInt8](0..<32))
        #expect(box.decrypt(wrapped, context: StoredSecret.Kind.root.rawValue) == [1, 2, 3])
    }
}

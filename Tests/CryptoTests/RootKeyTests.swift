import Testing

@testable import Crypto

@Suite struct RootKeyTests {
    private let key = RootKey()
    private let secret = [UInt8](0..<32)

    @Test func `what it wraps, it unwraps, each time as other bytes`() {
        let (first, second) = (key.wrap(secret, as: .root), key.wrap(secret, as: .root))
        #expect(first.count == 72 && second.count == 72 && first != second)
        #expect(key.unwrap(first, as: .root) == secret)
        #expect(key.unwrap(second, as: .root) == secret)
        #expect(RootKey(hexadecimal: key.hexadecimal)?.unwrap(first, as: .root) == secret)
    }

    @Test func `another key, another kind and changed bytes unwrap nothing`() {
        let wrapped = key.wrap(secret, as: .root)
        #expect(RootKey().unwrap(wrapped, as: .root) == nil)
        #expect(key.unwrap(wrapped, as: .signing) == nil)
        for index in wrapped.indices {
            var changed = wrapped
            changed[index] ^= 1
            #expect(key.unwrap(changed, as: .root) == nil, "\(index)")
        }
        for count in [0, 1, 39, 40, 71] {
            #expect(key.unwrap(Array(wrapped.prefix(count)), as: .root) == nil, "\(count)")
        }
    }

    @Test func `a stored secret is plain or wrapped, and says what it lacks`() throws {
        let (plain, wrapped) = (
            StoredSecret(secret, .root, wrappedBy: nil), StoredSecret(secret, .root, wrappedBy: key)
        )
        #expect(!plain.isWrapped && wrapped.isWrapped)
        #expect(try plain.opened(by: nil) == secret)
        #expect(try plain.opened(by: key) == secret)
        #expect(try wrapped.opened(by: key) == secret)
        #expect(throws: RootKeyRefusal.missing) { try wrapped.opened(by: nil) }
        #expect(throws: RootKeyRefusal.unknown) { try wrapped.opened(by: RootKey()) }
    }

    @Test func `reads 64 hexadecimal digits, and says nothing secret when printed`() {
        for text in ["", String(repeating: "a", count: 63), String(repeating: "g", count: 64)] {
            #expect(RootKey(hexadecimal: text) == nil)
        }
        #expect("\(key)" == "RootKey(secret)")
    }
}

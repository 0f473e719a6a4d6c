import Testing

@testable import Crypto

/// As others read it, too: vectors of RFC 4648 section 10, and each byte in each place.
@Suite struct Base64URLTests {
    @Test(
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"]))
    func `the vectors of the RFC`(text: String, encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
    }

    @Test func `the alphabet is that of addresses`() {
        let all = (UInt8(0)..<64).map { Base64URL.encode([$0 << 2]).prefix(1) }.joined()
        #expect(all == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    }

    @Test func `whatever is written is read again, of each length and with each byte`() {
        for length in 0...70 {
            for byte in UInt8.min...UInt8.max {
                let bytes = (0..<length).map { byte &+ UInt8($0) &* 37 }
                #expect(Base64URL.decode(Base64URL.encodedBytes(bytes)[...]) == bytes)
            }
        }
    }
}

import Testing

@testable import Crypto

@Suite struct Base32Tests {
    /// RFC 4648 section 10, without its padding.
    @Test(
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"]))
    func `the vectors of the RFC`(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
    }
}

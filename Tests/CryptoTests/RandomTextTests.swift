import Crypto
import Testing

@Suite struct RandomTextTests {
    @Test func `uses Crockford's alphabet, all of it, and the length asked for`() {
        let text = (0..<500).map { _ in RandomText.crockford(length: 10) }
        #expect(text.allSatisfy { $0.utf8.count == 10 })
        #expect(Set(text.joined()) == Set("0123456789ABCDEFGHJKMNPQRSTVWXYZ"))
        #expect(Set(text).count == text.count)
        #expect(RandomText.crockford(length: 0) == "")
    }

    @Test func `gives as many bytes as asked for, others each time`() {
        #expect([0, 1, 16, 5000].allSatisfy { Randomness.bytes($0).count == $0 })
        #expect(Randomness.bytes(32) != Randomness.bytes(32))
    }
}

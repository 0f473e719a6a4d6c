import Crypto
import FoundationEssentials
import Testing

/// RFC 9562 sections 5.7 and 6.2.
@Suite struct UUIDv7GeneratorTests {
    private let now: Int64 = 0x017F_22E2_79B0

    @Test func `has the shape of RFC 9562 section 5.7`() {
        let generator = UUIDv7Generator()
        for offset in 0..<1000 {
            let text = generator.next(atMilliseconds: now + Int64(offset)).uuidString.lowercased()
            let parts = text.split(separator: "-").map(String.init)
            let time = UInt64(parts[0] + parts[1], radix: 16)
            #expect(time == UInt64(now) + UInt64(offset))
            #expect(parts[2].first == "7")
            #expect("89ab".contains(parts[3].first!))
        }
    }

    @Test func `takes microseconds as well`() {
        let text = UUIDv7Generator().next(atMicroseconds: now * 1000 + 999).uuidString.lowercased()
        #expect(text.hasPrefix("017f22e2-79b0-7"))
    }

    @Test func `rises within a millisecond, past its counter, and when the clock goes back`() {
        let generator = UUIDv7Generator()
        let times = Array(repeating: now, count: 20_000) + [now - 5000, now - 1, now + 1, now + 60_000]
        let texts = times.map { generator.next(atMilliseconds: $0).uuidString }
        #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `borrows little from the future for a batch of thousands`() {
        let generator = UUIDv7Generator()
        let texts = (0..<10_000).map { _ in generator.next(atMilliseconds: now).uuidString }
        let last = texts.last!.split(separator: "-").prefix(2).joined()
        #expect(UInt64(last, radix: 16)! - UInt64(now) <= 5)
    }

    @Test func `never meets another generator's ids`() {
        let ids = (0..<4).flatMap { _ in
            let generator = UUIDv7Generator()
            return (0..<5000).map { _ in generator.next(atMilliseconds: now) }
        }
        #expect(Set(ids).count == ids.count)
    }

    @Test func `takes a time before 1970 as 1970`() {
        #expect(UUIDv7Generator().next(atMilliseconds: -1).uuidString.hasPrefix("00000000-0000-7"))
    }
}

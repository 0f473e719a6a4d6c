import Links
import TestSupport
import Testing

@Suite struct LinkSuffixTests {
    @Test func `an unguessable code is its 96 bits in base62`() {
        let zero = LinkSuffix.unguessable(from: Array(repeating: 0, count: 12))
        #expect(zero.description == "00000000000000000")
        let small = LinkSuffix.unguessable(from: Array(repeating: 0, count: 11) + [63])
        #expect(small.description == "00000000000000011")
        let most = LinkSuffix.unguessable(from: Array(repeating: 255, count: 12))
        #expect(most.description.count == LinkSuffix.unguessableLength)
        #expect(most.description.first != "0")
    }

    @Test func `different bytes give different codes`() {
        var generator = SeededGenerator(seed: 1)
        var codes: Set<LinkCode> = []
        for _ in 0..<2000 {
            codes.insert(
                LinkSuffix.unguessable(from: (0..<12).map { _ in .random(in: 0...255, using: &generator) }))
        }
        #expect(codes.count == 2000)
    }

    @Test func `every character of a short code is as likely as the others`() {
        var counts: [Character: Int] = [:]
        for byte in UInt8.min ... .max {
            guard let code = LinkSuffix.short(length: 4, from: Array(repeating: byte, count: 4)) else {
                continue
            }
            counts[code.description[code.description.startIndex], default: 0] += 1
        }
        #expect(counts.count == 62)
        #expect(Set(counts.values) == [4])
    }

    @Test func `a short code passes over bytes that would favour some characters`() {
        #expect(LinkSuffix.short(length: 4, from: [255, 0, 254, 61, 62, 248, 247])?.description == "0z0z")
        #expect(LinkSuffix.short(length: 4, from: [0, 1, 2, 255]) == nil)
    }

    @Test func `short codes grow as their space fills`() {
        var length = ShortCodeLength()
        for _ in 0..<100 { length.note(isTaken: false) }
        #expect(length.current == 4)
        for _ in 0..<4 { length.note(isTaken: true) }
        #expect(length.current == 5)
        for _ in 0..<1000 { length.note(isTaken: true) }
        #expect(length.current == LinkSuffix.unguessableLength)
    }

    @Test func `a collision now and then does not make codes longer`() {
        var length = ShortCodeLength()
        for number in 0..<1600 { length.note(isTaken: number % 8 == 0) }
        #expect(length.current == 4)
    }
}

import Basics
import JSON
import TestSupport
import Testing

@testable import HTTP

/// Eight bytes at a time finds what one at a time finds.
struct ByteScanTests {
    @Test func `the first control character, wherever it is and whatever is around it`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let bytes = Self.bytes(&random)
            let range = Self.range(in: bytes, &random)
            let expected = range.first { bytes[$0] < 0x20 || bytes[$0] == 0x7F }
            #expect(bytes.span.firstControl(in: range) == expected)
        }
    }

    @Test func `the end of a JSON string's plain run`() {
        var random = SeededGenerator(seed: 2)
        let ends: Set<UInt8> = [UInt8(ascii: "\""), UInt8(ascii: "\\")]
        for _ in 0..<2_000 {
            let bytes = Self.bytes(&random)
            let range = Self.range(in: bytes, &random)
            let expected = range.first { bytes[$0] < 0x20 || ends.contains(bytes[$0]) }
            #expect(bytes.span.firstOfJSONString(in: range) == expected)
        }
    }

    /// Mostly plain, with any byte now and then, those next to the limits more often.
    private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
        let special: [UInt8] = [
            0, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x21, 0x22, 0x5C, 0x7E, 0x7F, 0x80, 0x9F, 0xFF,
        ]
        return (0..<Int.random(in: 0...40, using: &random)).map { _ in
            Int.random(in: 0..<12, using: &random) == 0
                ? special.randomElement(using: &random)! : UInt8.random(in: 0x23...0x5B, using: &random)
        }
    }

    private static func range(in bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        return start..<Int.random(in: start...bytes.count, using: &random)
    }
}

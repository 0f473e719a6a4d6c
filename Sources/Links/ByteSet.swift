internal import Basics

/// Which bytes a text may have, as one bit each: every byte of a URL is asked about.
package struct ByteSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// ASCII letters, digits and the characters of `others`, which are ASCII.
    package init(alphanumericsAnd others: StaticString) {
        for byte in UInt8.min...0x7F where byte.isAlphanumeric { insert(byte) }
        for index in 0..<others.utf8CodeUnitCount { insert(others.utf8Start[index]) }
    }

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 64 ? low : high) &>> UInt64(byte) & 1 == 1
    }

    /// Whether all of the text's bytes are in the set.
    package func holds(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { $0.allSatisfy(contains) }
    }

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
}

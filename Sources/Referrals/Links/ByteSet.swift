/// Which bytes a text may have, as one bit each: every byte of a URL is asked about.
package struct ByteSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// ASCII letters, digits and the characters of `others`, which are ASCII.
    package init(alphanumericsAnd others: StaticString) {
        for byte in UInt8.min...0x7F where URLSyntax.isAlphanumeric(byte) { insert(byte) }
        for index in 0..<others.utf8CodeUnitCount { insert(others.utf8Start[index]) }
    }

    package func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low >> UInt64(byte) & 1 == 1
        case 64..<128: high >> UInt64(byte - 64) & 1 == 1
        default: false
        }
    }

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
}

/// Names one request in the reply, the logs and a problem. Unique, not secret.
package struct RequestID: Hashable, Sendable, CustomStringConvertible {
    package let value: UInt64

    package init(_ value: UInt64) {
        self.value = value
    }

    /// Sixteen hexadecimal digits.
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func append(to bytes: inout [UInt8]) {
        var digits: InlineArray<16, UInt8> = .init(repeating: 0)
        for index in 0..<16 {
            digits[index] = hexDigit(UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 15)
        }
        digits.span.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
}

/// Makes ids that don't repeat: a counter from a random start, spread by the mixer of SplitMix64 (Steele, Lea
/// and Flood, 2014), which maps no two counts to one id.
struct RequestIDSource {
    private var state = UInt64.random(in: .min ... .max)

    mutating func next() -> RequestID {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return RequestID(mixed ^ mixed >> 31)
    }
}

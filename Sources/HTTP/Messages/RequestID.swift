internal import Basics

/// Names one request in the reply, the logs and a problem. Unique, not secret.
package struct RequestID: Hashable, Sendable, CustomStringConvertible {
    package let value: UInt64

    package init(_ value: UInt64) {
        self.value = value
    }

    package static let textLength = 16

    /// Sixteen hexadecimal digits.
    package var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            write(to: &text)
            return text.finalize(for: buffer)
        }
    }

    /// The same where there is room for it already.
    package func write(to text: inout OutputSpan<UInt8>) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            text.append(.hexDigit(UInt8(truncatingIfNeeded: value >> shift) & 15))
        }
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: Self.textLength) { write(to: &$0) }
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

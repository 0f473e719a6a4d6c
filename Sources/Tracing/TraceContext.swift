internal import Basics

/// The ids of a trace and of one of its spans, as services pass them on in the header `traceparent`
/// (W3C Trace Context, level 2).
public struct TraceContext: Hashable, Sendable {
    package struct TraceID: Hashable, Sendable {
        package let high: UInt64
        package let low: UInt64

        /// 32 hexadecimal digits.
        package var text: String { high.hexadecimal + low.hexadecimal }
    }

    private static let sampledFlag: UInt8 = 1
    private static let randomFlag: UInt8 = 2

    package let traceID: TraceID
    package let spanID: UInt64
    /// Of the flags that have a meaning: sampled, and random trace id.
    package let flags: UInt8

    /// Whether its service records the trace.
    package var isSampled: Bool { flags & Self.sampledFlag != 0 }

    package var spanText: String { spanID.hexadecimal }

    /// The header's value.
    package var traceparent: String {
        "00-\(traceID.text)-\(spanText)-0\(String(flags, radix: 16))"
    }

    private init(_ traceID: TraceID, _ spanID: UInt64, flags: UInt8) {
        self.traceID = traceID
        self.spanID = spanID
        self.flags = flags & (Self.sampledFlag | Self.randomFlag)
    }

    /// A sampled span that begins a trace.
    package init(startingAt spanID: UInt64) {
        let id = TraceID(high: .random(in: .min ... .max), low: .random(in: 1 ... .max))
        self.init(id, spanID, flags: Self.sampledFlag | Self.randomFlag)
    }

    /// Another span of the same trace.
    package func span(_ spanID: UInt64, isSampled: Bool) -> TraceContext {
        let others = flags & ~Self.sampledFlag
        return TraceContext(traceID, spanID, flags: isSampled ? others | Self.sampledFlag : others)
    }

    package func child() -> TraceContext {
        span(.random(in: 1 ... .max), isSampled: true)
    }
}

extension TraceContext {
    private static let length = 55

    /// Reads the header's value (section 3.2). In a later version it reads the parts that it knows
    /// (section 4).
    package init?(traceparent bytes: Swift.Span<UInt8>) {
        guard bytes.count >= Self.length, let version = bytes.number(in: 0..<2), version != 0xFF,
            bytes.count == Self.length || version > 0 && bytes[Self.length] == UInt8(ascii: "-"),
            [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let high = bytes.number(in: 3..<19), let low = bytes.number(in: 19..<35), high | low != 0,
            let spanID = bytes.number(in: 36..<52), spanID != 0, let flags = bytes.number(in: 53..<55)
        else { return nil }
        self.init(TraceID(high: high, low: low), spanID, flags: UInt8(truncatingIfNeeded: flags))
    }
}

extension Swift.Span<UInt8> {
    /// Hexadecimal digits in lower case, 16 at most.
    fileprivate func number(in range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            let byte = self[index]
            guard let digit = byte.hexValue, !byte.isUppercaseLetter else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}

extension UInt64 {
    /// 16 digits.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

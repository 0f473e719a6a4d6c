extension [UInt8] {
    @inlinable public mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var left = value.magnitude
        var digits: InlineArray<20, UInt8> = .init(repeating: 0)
        var start = 20
        repeat {
            start -= 1
            digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left % 10)
            left /= 10
        } while left > 0
        digits.span.extracting(start..<20).withUnsafeBufferPointer { append(contentsOf: $0) }
    }
}

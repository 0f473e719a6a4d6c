internal import Basics

/// The segments of the path in `range`: `/a/b/` has three, the last empty; `/` and no path have one, empty.
func pathSegments(of bytes: Span<UInt8>, in range: Range<Int>) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var start = range.lowerBound + 1
    guard start <= range.upperBound else { return [range] }
    for index in start..<range.upperBound where bytes[index] == UInt8(ascii: "/") {
        segments.append(start..<index)
        start = index + 1
    }
    segments.append(start..<range.upperBound)
    return segments
}

/// The bytes of `range` with every `%xx` replaced; the parser has checked that each is whole.
func percentDecoded(_ bytes: Span<UInt8>, in range: Range<Int>, plusIsSpace: Bool = false) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%"), index + 2 < range.upperBound, let high = bytes[index + 1].hexValue,
            let low = bytes[index + 2].hexValue
        {
            decoded.append(high << 4 | low)
            index += 3
        } else {
            decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? .space : byte)
            index += 1
        }
    }
    return decoded
}

/// Whether `bytes` are well-formed UTF-8, by the standard library's own validation.
func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
}

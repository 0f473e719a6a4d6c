internal import Basics

extension JSONParser {
    mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        guard let end = bytes.span.firstOfJSONString(in: start..<bytes.count) else {
            index = bytes.count
            throw failure("A string has no end.")
        }
        index = end
        switch bytes[end] {
        case UInt8(ascii: "\""):
            index += 1
            return try text(bytes.span.extracting(start..<end), from: start)
        case UInt8(ascii: "\\"): return try escapedString(from: start)
        default: throw failure("A string has a bare control character.")
        }
    }

    /// The slow way, for a string with at least one escape.
    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
        var content: [UInt8] = []
        content.append(contentsOf: bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(content.span, from: start)
            case UInt8(ascii: "\\"): try appendEscape(to: &content)
            case 0..<0x20: throw failure("A string has a bare control character.")
            default: content.append(byte)
            }
        }
        throw failure("A string has no end.")
    }

    private mutating func appendEscape(to content: inout [UInt8]) throws(JSONError) {
        guard index < bytes.count else { throw failure("A string has no end.") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content.append(contentsOf: String(try unicodeEscape()).utf8)
        default: throw failure("A string has an unknown escape.")
        }
    }

    private mutating func unicodeEscape() throws(JSONError) -> Character {
        var scalar = try hexUnit()
        if scalar & 0xFC00 == 0xD800 {
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u")
            else { throw failure("A string has half a surrogate pair.") }
            index += 2
            let low = try hexUnit()
            guard low & 0xFC00 == 0xDC00 else { throw failure("A string has half a surrogate pair.") }
            scalar = 0x10000 + (scalar & 0x3FF) << 10 + low & 0x3FF
        }
        guard let unicode = Unicode.Scalar(scalar) else {
            throw failure("A string has half a surrogate pair.")
        }
        return Character(unicode)
    }

    private mutating func hexUnit() throws(JSONError) -> UInt32 {
        guard index + 4 <= bytes.count else { throw failure("A string has an unknown escape.") }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = bytes[index].hexValue else { throw failure("A string has an unknown escape.") }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }

    private func text(_ content: Span<UInt8>, from start: Int) throws(JSONError) -> String {
        // Not by `String(validating:)`, which looks types up for each string.
        guard let text = try? UTF8Span(validating: content) else {
            throw JSONError(offset: start, reason: "A string is not UTF-8.")
        }
        return String(copying: text)
    }

    mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let integerStart = index
        try skipDigits()
        if index - integerStart > 1, bytes[integerStart] == UInt8(ascii: "0") {
            throw JSONError(offset: start, reason: "A number has a leading zero.")
        }
        var isInteger = true
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try skipDigits()
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            try skipDigits()
        }
        if isInteger, let value = integer(start..<index) { return .integer(value) }
        return .number(try double(start..<index))
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = index
        while index < bytes.count, bytes[index].isDigit { index += 1 }
        guard index > start else { throw failure("A number lacks a digit.") }
    }

    /// Nil when it doesn't fit 64 bits. It counts downwards, since the least number has no positive twin.
    private func integer(_ range: Range<Int>) -> Int64? {
        let isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
        var value: Int64 = 0
        for position in (range.lowerBound + (isNegative ? 1 : 0))..<range.upperBound {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.subtractingReportingOverflow(Int64(bytes[position] &- 0x30))
            if overflow || carry { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    private func double(_ range: Range<Int>) throws(JSONError) -> Double {
        let text = bytes.span.extracting(range).withUnsafeBufferPointer {
            String(decoding: $0, as: UTF8.self)
        }
        guard let value = Double(text), value.isFinite else {
            throw JSONError(offset: range.lowerBound, reason: "A number is out of range.")
        }
        return value
    }
}

internal import Basics

/// Whether a body's declared form is the one its route reads.
enum MediaType {
    /// The problem to answer, or nil when the body may be read.
    static func refusal(of head: RequestHead, for body: Route.Body) -> Problem? {
        let wanted: StaticString
        switch body {
        case .none, .any: return nil
        case .json: wanted = "application/json"
        case .form: wanted = "application/x-www-form-urlencoded"
        }
        guard !head.headers.contains("content-encoding") else {
            return .unsupportedMediaType("Content-Encoding is not supported.")
        }
        let headers = head.headers
        let bytes = headers.bytes
        let types = headers.fields.filter { bytes.span.matches("content-type", in: $0.name) }
        // No body and no type: the handler says what is missing.
        if types.isEmpty, head.framing == .none { return nil }
        guard types.count == 1, isType(wanted, bytes.span, types[0].value) else {
            return .unsupportedMediaType("Content-Type must be \(wanted).")
        }
        return nil
    }

    /// `wanted`, or `wanted; charset=utf-8` in any case, quoted or not.
    private static func isType(_ wanted: StaticString, _ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
        let length = wanted.utf8CodeUnitCount
        guard value.count >= length,
            bytes.matches(wanted, in: value.lowerBound..<(value.lowerBound + length))
        else { return false }
        var index = value.lowerBound + length
        func skipSpace() {
            while index < value.upperBound, bytes[index] == .space || bytes[index] == .tab { index += 1 }
        }
        skipSpace()
        if index == value.upperBound { return true }
        guard bytes[index] == UInt8(ascii: ";") else { return false }
        index += 1
        skipSpace()
        let rest = index..<value.upperBound
        return bytes.matches("charset=utf-8", in: rest) || bytes.matches("charset=\"utf-8\"", in: rest)
    }
}

internal import Basics
internal import JSON
internal import Tracing

/// The fields that the server itself uses, gathered during parsing: Host, the two for the body's framing,
/// Connection, Expect and traceparent.
struct FieldSemantics {
    private var hasHost = false
    private var contentLength: Int?
    private var isChunked = false
    private var closes = false
    private var asksKeepAlive = false
    private(set) var expectsContinue = false
    /// The caller's span; nil without a valid one, and with several.
    private(set) var caller: TraceContext?
    private var hasCaller = false

    mutating func note(_ field: Headers.Field, in bytes: Span<UInt8>) throws(RequestFailure) {
        switch field.name.count {
        case 4 where bytes.matches("host", in: field.name): try noteHost(bytes, field.value)
        case 6 where bytes.matches("expect", in: field.name): try noteExpect(bytes, field.value)
        case 10 where bytes.matches("connection", in: field.name): noteConnection(bytes, field.value)
        case 11 where bytes.matches("traceparent", in: field.name): noteCaller(bytes, field.value)
        case 14 where bytes.matches("content-length", in: field.name): try noteLength(bytes, field.value)
        case 17 where bytes.matches("transfer-encoding", in: field.name): try noteCoding(bytes, field.value)
        default: break
        }
    }

    /// How the body is framed, once all fields have passed.
    func framing(_ version: HTTPVersion) throws(RequestFailure) -> BodyFraming {
        if isChunked {
            // A 1.0 proxy would forward it unread, RFC 9112 section 6.1.
            guard version == .http11 else {
                throw .badFraming("HTTP/1.0 does not support Transfer-Encoding.")
            }
            guard contentLength == nil else {
                throw .badFraming("Content-Length and Transfer-Encoding can't be combined.")
            }
        }
        guard hasHost || version == .http10 else { throw .badRequest("HTTP/1.1 needs a Host field.") }
        if isChunked { return .chunked }
        guard let contentLength, contentLength > 0 else { return .none }
        return .length(contentLength)
    }

    func keepsAlive(_ version: HTTPVersion) -> Bool {
        !closes && (version == .http11 || asksKeepAlive)
    }

    private mutating func noteHost(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(RequestFailure) {
        guard !hasHost else { throw .badRequest("There is more than one Host field.") }
        guard isLegalHost(bytes, in: value) else { throw .badRequest("The Host field is not a host.") }
        hasHost = true
    }

    private mutating func noteLength(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(RequestFailure) {
        guard contentLength == nil else { throw .badFraming("There is more than one Content-Length.") }
        guard !value.isEmpty else { throw .badFraming("Content-Length is not a number.") }
        var length = 0
        for index in value {
            guard bytes[index].isDigit else { throw .badFraming("Content-Length is not a number.") }
            let (shifted, overflow) = length.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(Int(bytes[index] &- 0x30))
            guard !overflow, !carry else { throw .badFraming("Content-Length is too large.") }
            length = sum
        }
        contentLength = length
    }

    /// `chunked` once and nothing else: every other coding is one that this server or a proxy before it may
    /// not know.
    private mutating func noteCoding(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(RequestFailure) {
        guard !isChunked, bytes.matches("chunked", in: value) else {
            throw .badFraming("Transfer-Encoding must be `chunked`, once.")
        }
        isChunked = true
    }

    private mutating func noteConnection(_ bytes: Span<UInt8>, _ value: Range<Int>) {
        var start = value.lowerBound
        while start < value.upperBound {
            var end = start
            while end < value.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
            let option = trimmed(bytes, start..<end)
            if bytes.matches("close", in: option) { closes = true }
            if bytes.matches("keep-alive", in: option) { asksKeepAlive = true }
            start = end + 1
        }
    }

    private mutating func noteCaller(_ bytes: Span<UInt8>, _ value: Range<Int>) {
        caller = hasCaller ? nil : TraceContext(traceparent: bytes.extracting(value))
        hasCaller = true
    }

    private mutating func noteExpect(_ bytes: Span<UInt8>, _ value: Range<Int>) throws(RequestFailure) {
        guard bytes.matches("100-continue", in: value) else { throw .expectationFailed }
        expectsContinue = true
    }
}

private func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == .space || bytes[start] == .tab { start += 1 }
    while end > start, bytes[end - 1] == .space || bytes[end - 1] == .tab { end -= 1 }
    return start..<end
}

internal import Basics
internal import JSON

/// Collects one request head line by line: the request line, then fields up to the empty line. Each byte is
/// looked at as soon as its line is whole, so a mistake is found at the same byte however the input was cut.
///
/// All positions count from the head's first byte, `origin` in the bytes given.
struct HeadParser {
    private let limits: ParserLimits
    private var scanner = LineScanner()
    private var target = RequestTarget()
    private var method: Method?
    private var version = HTTPVersion.http11
    private var fields: [Headers.Field] = []
    private var semantics = FieldSemantics()
    /// Where the unfinished line begins.
    private var lineStart = 0
    /// Where the request line ended, 0 before.
    private var fieldsStart = 0

    init(limits: ParserLimits) {
        self.limits = limits
    }

    /// The head and its length in bytes once all of it is there.
    mutating func next(
        in bytes: Span<UInt8>, at origin: Int
    ) throws(RequestFailure) -> (RequestHead, length: Int)? {
        // A local view from the head's first byte, so that positions survive the buffer's moving.
        let head = bytes.extracting(origin..<bytes.count)
        if fieldsStart == 0, try !nextRequestLine(in: head) { return nil }
        while let line = try nextFieldLine(in: head) {
            if line.isEmpty { return (try finish(head), lineStart) }
            guard fields.count < limits.headerFieldsMax else { throw .headersTooLarge }
            let field = try parseField(head, in: line)
            try semantics.note(field, in: head)
            fields.append(field)
        }
        return nil
    }

    private mutating func nextRequestLine(in head: Span<UInt8>) throws(RequestFailure) -> Bool {
        guard head.count > 0 else { return false }
        guard head[0].isToken else { throw .badRequest("The request line must begin with a method.") }
        switch scanner.next(in: head, from: 0, bytesMax: limits.requestLineBytesMax) {
        case .needsMore: return false
        case .tooLong: throw .uriTooLong
        case .bareLineEnd: throw .badRequest("A line must end in CR LF.")
        case .line(let line):
            try parseRequestLine(head, in: line)
            lineStart = line.upperBound + 2
            fieldsStart = lineStart
            fields.reserveCapacity(16)
            return true
        }
    }

    private mutating func nextFieldLine(in head: Span<UInt8>) throws(RequestFailure) -> Range<Int>? {
        let room = limits.headerBytesMax - (lineStart - fieldsStart)
        switch scanner.next(in: head, from: lineStart, bytesMax: room) {
        case .needsMore: return nil
        case .tooLong: throw .headersTooLarge
        case .bareLineEnd: throw .badRequest("A line must end in CR LF.")
        case .line(let line):
            lineStart = line.upperBound + 2
            return line
        }
    }

    /// `method SP request-target SP HTTP-version`, single spaces only.
    private mutating func parseRequestLine(
        _ head: Span<UInt8>, in line: Range<Int>
    ) throws(RequestFailure) {
        var methodEnd = 0
        while methodEnd < line.upperBound, head[methodEnd].isToken { methodEnd += 1 }
        guard methodEnd < line.upperBound, head[methodEnd] == .space else {
            throw .badRequest("The request line is not `method target version`.")
        }
        var targetEnd = methodEnd + 1
        while targetEnd < line.upperBound, head[targetEnd] != .space { targetEnd += 1 }
        guard targetEnd - methodEnd - 1 <= limits.targetBytesMax else { throw .uriTooLong }
        guard targetEnd > methodEnd + 1, targetEnd < line.upperBound else {
            throw .badRequest("The request line is not `method target version`.")
        }
        version = try parseVersion(head, in: (targetEnd + 1)..<line.upperBound)
        method = parseMethod(head, in: 0..<methodEnd)
        var parser = TargetParser()
        target = try parser.parse(head, in: (methodEnd + 1)..<targetEnd, method: method)
        target.method = 0..<methodEnd
    }

    private mutating func finish(_ head: Span<UInt8>) throws(RequestFailure) -> RequestHead {
        let framing = try semantics.framing(version)
        var bytes = [UInt8]()
        bytes.reserveCapacity(lineStart)
        head.extracting(0..<lineStart).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
        return RequestHead(
            method: method, version: version, headers: Headers(bytes: bytes, fields: fields), target: target,
            framing: framing, keepsAlive: semantics.keepsAlive(version),
            expectsContinue: version == .http11 && semantics.expectsContinue, caller: semantics.caller)
    }
}

/// Methods are case-sensitive, RFC 9110 section 9.1.
private func parseMethod(_ head: Span<UInt8>, in range: Range<Int>) -> Method? {
    switch range.count {
    case 3 where head.spells("GET", in: range): .get
    case 3 where head.spells("PUT", in: range): .put
    case 4 where head.spells("POST", in: range): .post
    case 4 where head.spells("HEAD", in: range): .head
    case 5 where head.spells("PATCH", in: range): .patch
    case 5 where head.spells("TRACE", in: range): .trace
    case 5 where head.spells("QUERY", in: range): .query
    case 6 where head.spells("DELETE", in: range): .delete
    case 7 where head.spells("OPTIONS", in: range): .options
    case 7 where head.spells("CONNECT", in: range): .connect
    default: nil
    }
}

private func parseVersion(
    _ head: Span<UInt8>, in range: Range<Int>
) throws(RequestFailure) -> HTTPVersion {
    let start = range.lowerBound
    guard range.count == 8, head.spells("HTTP/", in: start..<(start + 5)), head[start + 5].isDigit,
        head[start + 6] == UInt8(ascii: "."), head[start + 7].isDigit
    else { throw .badRequest("The request line must end in an HTTP version.") }
    switch (head[start + 5], head[start + 7]) {
    case (UInt8(ascii: "1"), UInt8(ascii: "1")): return .http11
    case (UInt8(ascii: "1"), UInt8(ascii: "0")): return .http10
    default: throw .versionNotSupported
    }
}

/// `name ":" OWS value OWS`; shared with the trailers of a chunked body. RFC 9112 section 5.
func parseField(_ bytes: Span<UInt8>, in line: Range<Int>) throws(RequestFailure) -> Headers.Field {
    var nameEnd = line.lowerBound
    while nameEnd < line.upperBound, bytes[nameEnd].isToken { nameEnd += 1 }
    guard nameEnd > line.lowerBound, nameEnd < line.upperBound, bytes[nameEnd] == UInt8(ascii: ":") else {
        throw .badRequest("A field must be `name: value`, on one line, without a space before the colon.")
    }
    var start = nameEnd + 1
    var end = line.upperBound
    while start < end, bytes[start] == .space || bytes[start] == .tab { start += 1 }
    while end > start, bytes[end - 1] == .space || bytes[end - 1] == .tab { end -= 1 }
    var rest = start
    while let control = bytes.firstControl(in: rest..<end) {
        guard bytes[control] == .tab else {
            throw .badRequest("A field's value has a control character.")
        }
        rest = control + 1
    }
    return Headers.Field(name: line.lowerBound..<nameEnd, value: start..<end)
}

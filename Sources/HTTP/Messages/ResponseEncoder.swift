internal import Basics

/// The one writer of responses: every head leaves through it, so no value can end a line or add a field.
struct ResponseEncoder {
    /// `Date` changes once a second; its whole line is kept.
    private var dateLine: [UInt8] = []
    private var dateSeconds = Int64.min

    /// Sets the date, in seconds since 1970.
    mutating func setDate(_ seconds: Int64) {
        guard seconds != dateSeconds else { return }
        dateSeconds = seconds
        dateLine = Array("Date: ".utf8)
        dateLine.append(contentsOf: HTTPDate.text(seconds).utf8)
        dateLine.append(contentsOf: "\r\n".utf8)
    }

    /// The connection's additions to a response.
    struct Context {
        let requestID: RequestID
        /// A reply to HEAD has the fields of one to GET, and no body.
        var isHead = false
        var closes = false
        /// HTTP/1.0 keeps a connection only when told.
        var saysKeepAlive = false
        /// Whole field lines for scripts of other origins, mostly none.
        var crossOrigin: [UInt8] = []
        /// How a body ends that follows in pieces; nil where it is the response's own.
        var streams: Streams?
        /// A longer body is left to the caller.
        var copiedBodyBytesMax = Int.max
    }

    enum Streams {
        case chunks
        /// With the connection: HTTP/1.0 has no chunks.
        case toTheEnd
    }

    /// The result of `append`.
    struct Written {
        let status: Int
        /// The body is to follow.
        var leavesBody = false
    }

    /// Appends head and body. A response that can't be written safely is replaced by a 500.
    @discardableResult
    func append(_ response: Response, _ context: Context, to output: inout [UInt8]) -> Written {
        guard isSafe(response) else {
            let problem = Problem.internalError.response(requestID: context.requestID)
            return append(problem, context, to: &output)
        }
        StatusLine.append(response.status, to: &output)
        output.append(contentsOf: dateLine)
        appendBodyFields(response, context.streams, to: &output)
        output.append(ascii: "X-Request-Id: ")
        context.requestID.append(to: &output)
        output.append(ascii: "\r\nX-Content-Type-Options: nosniff\r\n")
        if !response.headers.contains(where: { $0.name == .cacheControl }) {
            output.append(ascii: "Cache-Control: no-store\r\n")
        }
        for header in response.headers { output.append(header.name.rawValue, header.value) }
        if !context.crossOrigin.isEmpty { output.append(contentsOf: context.crossOrigin) }
        if context.closes {
            output.append(ascii: "Connection: close\r\n")
        } else if context.saysKeepAlive {
            output.append(ascii: "Connection: keep-alive\r\n")
        }
        output.append(ascii: "\r\n")
        guard !context.isHead, response.mayHaveBody, context.streams == nil else {
            return Written(status: response.status)
        }
        if response.body.count > context.copiedBodyBytesMax {
            return Written(status: response.status, leavesBody: true)
        }
        output.append(contentsOf: response.body)
        return Written(status: response.status)
    }

    static func appendContinue(to output: inout [UInt8]) {
        output.append(ascii: "HTTP/1.1 100 Continue\r\n\r\n")
    }

    /// 204 and 304 have neither body nor length, RFC 9110 section 8.6.
    private func appendBodyFields(_ response: Response, _ streams: Streams?, to output: inout [UInt8]) {
        guard response.mayHaveBody else { return }
        if let type = response.contentType { output.append("Content-Type", type) }
        if let streams {
            if streams == .chunks { output.append(ascii: "Transfer-Encoding: chunked\r\n") }
            return
        }
        output.append(ascii: "Content-Length: ")
        output.append(decimal: Int64(response.body.count))
        output.append(ascii: "\r\n")
    }

    private func isSafe(_ response: Response) -> Bool {
        guard (200...599).contains(response.status) else { return false }
        if let type = response.contentType, !type.isFieldValue { return false }
        return response.headers.allSatisfy(\.value.isFieldValue)
    }
}

extension Response {
    fileprivate var mayHaveBody: Bool { status != 204 && status != 304 }
}

extension String {
    fileprivate var isFieldValue: Bool {
        var text = self
        return text.withUTF8 { bytes in
            var rest = 0
            while let control = bytes.span.firstControl(in: rest..<bytes.count) {
                guard bytes[control] == .tab else { return false }
                rest = control + 1
            }
            return true
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(ascii text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    fileprivate mutating func append(_ name: String, _ value: String) {
        append(name)
        append(ascii: ": ")
        append(value)
        append(ascii: "\r\n")
    }

    /// By way of a buffer, which is copied as one.
    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }
}

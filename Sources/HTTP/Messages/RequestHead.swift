package import Tracing

/// The methods that HTTP knows, RFC 9110 section 9, RFC 5789 and draft-ietf-httpbis-safe-method-w-body; all
/// others are answered 501.
package enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"
    case query = "QUERY"
    case trace = "TRACE"
    case connect = "CONNECT"
}

package enum HTTPVersion: Sendable {
    case http10
    case http11
}

/// A request's first line and fields, checked: one copy of its bytes, and where in them things are.
///
/// A class, though a value at heart: it passes through many hands, and one count is cheaper than one for each
/// part.
package final class RequestHead: Sendable {
    /// Nil for a method that HTTP doesn't know.
    package let method: Method?
    package let version: HTTPVersion
    package let headers: Headers
    let target: RequestTarget
    /// How the body is delimited.
    package let framing: BodyFraming
    /// Whether the client lets the connection stay open after the reply.
    package let keepsAlive: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    package let expectsContinue: Bool
    /// The caller's span, from `traceparent`.
    package let caller: TraceContext?

    init(
        method: Method?, version: HTTPVersion, headers: Headers, target: RequestTarget, framing: BodyFraming,
        keepsAlive: Bool, expectsContinue: Bool, caller: TraceContext? = nil
    ) {
        self.method = method
        self.version = version
        self.headers = headers
        self.target = target
        self.framing = framing
        self.keepsAlive = keepsAlive
        self.expectsContinue = expectsContinue
        self.caller = caller
    }

    /// The path as it was sent, percent-encoded; `*` for the server as a whole.
    package var path: String { target.path.isEmpty ? "/" : headers.text(target.path) }

    /// The same with the query, if there is one.
    package var pathAndQuery: String { path + (target.query.map { "?" + headers.text($0) } ?? "") }

    /// The path's segments, decoded: `/a/b%2Fc` is `["a", "b/c"]`.
    package var segments: [String] {
        let bytes = headers.bytes
        return pathSegments(of: bytes.span, in: target.path).map { decodedText($0) }
    }

    /// The request's host: an absolute target's own authority, otherwise the Host field. RFC 9112 section
    /// 3.2.2.
    package var host: String? { target.authority.map { headers.text($0) } ?? headers["host"] }

    /// The path as it was sent, below whatever prefix.
    package var sentPath: String {
        headers.text((target.pathStart ?? target.path.lowerBound)..<target.path.upperBound)
    }

    /// The method as it was sent.
    package var methodText: String { method?.rawValue ?? headers.text(target.method) }

    func decodedText(_ range: Range<Int>) -> String {
        let bytes = headers.bytes
        return String(decoding: percentDecoded(bytes.span, in: range), as: UTF8.self)
    }
}

package enum BodyFraming: Equatable, Sendable {
    case none
    case length(Int)
    case chunked
}

/// Where the parts of the request line are in the head's bytes.
struct RequestTarget: Sendable {
    var method = 0..<0
    var path = 0..<0
    /// Where the path starts of which `path` is the end; nil where it is whole.
    var pathStart: Int?
    var query: Range<Int>?
    var authority: Range<Int>?
    /// Whether the path has a percent sign, so that matching must decode it.
    var isPathEncoded = false
}

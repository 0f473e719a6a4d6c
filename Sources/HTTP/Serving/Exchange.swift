package import Tracing

/// One request and its reply in short, for logs and metrics.
package struct Exchange: Sendable {
    package let requestID: RequestID
    /// `other` for one that HTTP doesn't know, which may be anything, a pasted key say; nil when the request
    /// line was never understood.
    package let method: String?
    /// The route's pattern, or nil when none matched.
    package let pattern: String?
    package let status: Int
    /// From the request's first byte until its reply was handed to the socket.
    package let durationNanoseconds: Int64
    /// The body's length.
    package let requestBytes: Int
    /// Head and body.
    package let responseBytes: Int
    /// Nil for a request that isn't traced.
    package let trace: RequestTrace?
}

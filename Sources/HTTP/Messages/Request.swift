package import EventLoops
package import JSON
package import Tracing

/// One whole request, checked and routed, as a handler gets it.
package struct Request: Sendable {
    package let head: RequestHead
    package let body: [UInt8]
    package let peer: PeerAddress
    package let id: RequestID
    /// The pattern of the route that serves it.
    package let pattern: String
    /// Nil for a request that isn't traced.
    package let trace: RequestTrace?
    private let parameters: [RouteParameter]

    init(
        head: RequestHead, body: [UInt8], peer: PeerAddress, id: RequestID, pattern: String = "",
        parameters: [RouteParameter] = [], trace: RequestTrace? = nil
    ) {
        self.head = head
        self.body = body
        self.peer = peer
        self.id = id
        self.pattern = pattern
        self.parameters = parameters
        self.trace = trace
    }

    /// The method; handlers never see an unknown one.
    package var method: Method { head.method ?? .get }
    package var headers: Headers { head.headers }

    /// The decoded segment that stands for `{name}` in the route's pattern, or nil when the pattern has no
    /// such name.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }.map { head.decodedText($0.range) }
    }

    package var query: Query { Query(head) }

    /// Whether the target has a query, be it an empty one.
    package var hasQuery: Bool { head.target.query != nil }

    /// The body as JSON, or the problem `bad-json`.
    package func json() throws(Problem) -> JSONValue {
        do throws(JSONError) {
            return try JSONParser.parse(body)
        } catch {
            throw error.problem
        }
    }

    /// The body's object, ready for extraction: `bad-json` or `validation` for another body.
    package func fields() throws(Problem) -> Fields {
        try Fields(json())
    }
}

/// Where in the head a pattern's parameter is.
struct RouteParameter: Sendable {
    let name: String
    let range: Range<Int>
}

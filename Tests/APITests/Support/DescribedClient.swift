import HTTP
import JSON
import TestSupport
import Testing

/// Sends as a client does, and compares every reply with the description.
struct DescribedClient {
    let client: TestClient
    let description: Description

    init(_ server: TestServer) throws {
        client = try server.client
        description = try Description(client)
    }

    /// - Parameters:
    ///   - pattern: the path as the description has it.
    ///   - values: what stands in its braces; `uid` also goes by itself.
    @discardableResult
    func send(
        _ method: String, _ pattern: String, _ status: Int, uid: String = "", values: [String: String] = [:],
        query: String = "", token: String? = nil, headers: [String: String] = [:], _ body: JSONValue? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> TestClient.Reply {
        let path = values.reduce(pattern.replacing("{uid}", with: uid)) {
            $0.replacing("{\($1.key)}", with: $1.value)
        }
        let reply = try client.send(method, path + query, token: token, headers: headers, body)
        #expect(reply.status == status, "\(reply.text)", sourceLocation: sourceLocation)
        description.check(reply, to: method, pattern, sourceLocation: sourceLocation)
        return reply
    }
}

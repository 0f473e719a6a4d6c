import API
import Accounts
import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// Who may call is decided by a request's head: nobody else's body is waited for.
struct AdmissionTests {
    private static var options: TestServer.Options {
        var options = TestServer.Options()
        options.profile = .test
        return options
    }

    /// Sends a head that announces a body, and no body.
    private func announce(
        _ line: String, _ fields: [String] = [], length: Int = 10_000, to server: TestServer
    ) throws -> (reply: RawHTTPClient.Reply, client: RawHTTPClient) {
        let client = try RawHTTPClient(port: server.port, timeoutMilliseconds: 15_000)
        let lines =
            ["\(line) HTTP/1.1", "Host: test", "Content-Type: application/json", "Content-Length: \(length)"]
            + fields
        return (try client.exchange(lines.joined(separator: "\r\n") + "\r\n\r\n"), client)
    }

    private func expectRefusal(
        _ status: Int, _ line: String, _ fields: [String] = [], length: Int = 10_000, by server: TestServer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (reply, client) = try announce(line, fields, length: length, to: server)
        #expect(reply.status == status, "\(line)", sourceLocation: sourceLocation)
        #expect(reply["connection"] == "close", "\(line)", sourceLocation: sourceLocation)
        #expect(try client.isEnded(), sourceLocation: sourceLocation)
    }

    @Test func `refuses every caller whom a call doesn't take, before its body`() async throws {
        try await TestServer.with(Self.options) { server in
            let read = try await server.key(.read)
            for route in server.routes where route.method != "GET" && !route.access.contains(.anyone) {
                let path = route.pattern.replacing("{uid}", with: newID()).replacing("{id}", with: newID())
                    .replacing("{name}", with: "signup").replacing("{code}", with: "summer")
                    .replacing("{sid}", with: newID()).replacing("{provider}", with: "google")
                    .replacing("{delivery}", with: "1.2")
                let line = "\(route.method) \(path)"
                try expectRefusal(401, line, by: server)
                try expectRefusal(401, line, ["Authorization: Bearer nonsense"], by: server)
                if !route.access.contains(.read) {
                    try expectRefusal(403, line, ["Authorization: Bearer \(read)"], by: server)
                }
            }
        }
    }

    @Test func `refuses what no head makes good`() async throws {
        try await TestServer.with(Self.options) { server in
            let expects = ["Expect: 100-continue"]
            try expectRefusal(404, "POST /v1/nothing", expects, by: server)
            try expectRefusal(405, "PATCH /v1/users", expects, by: server)
            try expectRefusal(413, "POST /v1/users", expects, length: 16_385, by: server)
            try expectRefusal(413, "POST /v1/sessions", expects, length: 16_385, by: server)
            try expectRefusal(401, "POST /v1/events/batch", expects, length: 1_000_000, by: server)
            // The old names' keys are in the query or the path.
            try expectRefusal(403, "POST /v1/shortLinks", expects, length: 60_000, by: server)
            try expectRefusal(403, "POST /v1/shortLinks?key=wrong", length: 60_000, by: server)
            try expectRefusal(400, "POST /v1/url/bulk/wrong", length: 1_000_000, by: server)
        }
    }

    @Test func `tells who is past the limit before the body`() async throws {
        var options = Self.options
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: RateLimit(2, perSeconds: 3_600))
        try await TestServer.with(options) { server in
            let user = try server.client.signUp()
            let bearer = ["Authorization: Bearer \(user.token)", "Expect: 100-continue"]
            // Asking takes nothing of the allowance.
            for _ in 0..<4 {
                #expect(try announce("POST /v1/events/batch", bearer, to: server).reply.status == 100)
            }
            for level in [2, 3] {
                try server.client.reachLevel(Int64(level), token: user.token, id: newID()).required(200)
            }
            try expectRefusal(429, "POST /v1/events/batch", bearer, length: 1_000_000, by: server)
            try expectRefusal(429, "POST /v1/events", bearer, by: server)
        }
    }

    @Test func `takes the body of whoever may send it, in pieces too`() async throws {
        try await TestServer.with(Self.options) { server in
            let user = try server.client.signUp()
            let event =
                #"{"id": "01890000-0000-7000-8000-000000000001", "type": "level_reached", "level": 2}"#
            let body = #"{"events": ["# + event + "]" + String(repeating: " ", count: 9_000) + "}"
            let (reply, client) = try announce(
                "POST /v1/events/batch", ["Authorization: Bearer \(user.token)", "Expect: 100-continue"],
                length: body.utf8.count, to: server)
            #expect(reply.status == 100)
            try client.send(String(body.prefix(4_000)))
            #expect(try client.exchange(String(body.dropFirst(4_000))).status == 200)
            #expect(try client.exchange("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
        }
    }
}

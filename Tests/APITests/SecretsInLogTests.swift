import API
import Accounts
import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// Whatever a caller sends, and wherever: none of it is in the log. `TestServer` looks for what tests keep
/// secret in the log of each server of every other test too.
struct SecretsInLogTests {
    private static var options: TestServer.Options {
        var options = TestServer.Options.links
        options.limits = RateLimits(
            signInFailuresPerAccount: RateLimit(2, perSeconds: 3_600), signInFailuresPerAddress: nil,
            signUpsPerAddress: nil, eventsPerUser: nil)
        return options
    }

    /// Each position that a request has, with a secret pasted into it.
    private func requests(for secret: String, _ route: RouteSummary) -> [String] {
        let path =
            "/"
            + route.pattern.split(separator: "/").map { $0.hasPrefix("{") ? secret : String($0) }
            .joined(separator: "/")
        let line = "\(route.method) \(path) HTTP/1.1\r\n"
        let body = "{\"\(secret)\": \"\(secret)\", \"email\": \"\(secret)\", \"password\": \"\(secret)\"}"
        let json = "Host: test\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        return [
            "\(route.method) \(path)?key=\(secret)&\(secret)=1 HTTP/1.1\r\nHost: test\r\n\r\n",
            line + json + "Authorization: Bearer \(secret)\r\nIdempotency-Key: \(secret)\r\n\r\n" + body,
            line + "Host: \(secret)\r\nUser-Agent: \(secret)\r\nX-Forwarded-For: \(secret)\r\n\r\n",
            line + "Host: test\r\nX-Request-Id: \(secret)\r\nAuthorization: \(secret)\r\n\r\n",
        ]
    }

    /// Where no route is found, or no request even.
    private func strays(for secret: String) -> [String] {
        [
            "\(secret) / HTTP/1.1\r\nHost: test\r\n\r\n",
            "\(secret) /v1/users HTTP/1.1\r\nHost: test\r\n\r\n",
            "GET /\(secret)/\(secret) HTTP/1.1\r\nHost: test\r\n\r\n", "\(secret)\r\n\r\n",
            "GET http://\(secret)/\(secret) HTTP/1.1\r\nHost: test\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: test\r\n\(secret): \(secret)\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: test\r\n\(secret)\r\n\r\n", "GET / \(secret)\r\nHost: test\r\n\r\n",
            "POST /v1/users HTTP/1.1\r\nHost: test\r\nContent-Length: \(secret)\r\n\r\n",
            "POST /v1/users HTTP/1.1\r\nHost: test\r\nExpect: \(secret)\r\n\r\n",
            "POST /v1/users HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n\(secret)\r\n",
        ]
    }

    @Test func `no secret that was sent anywhere, to any call, is in the log`() async throws {
        let log = try TestLog()
        var options = Self.options
        options.log = log
        let pasted = ["sk_pasted0123456789abcdef", "eyJpasted.eyJpasted.pasted", "pasted-password-1"]
        var sent = 0
        try await TestServer.with(options) { server in
            let key = try await server.key(.admin)
            var ben = try server.client.signUp()
            try server.client.link(&ben, email: "ben@secret.example")
            let secrets = pasted + [key, ben.token, ben.refreshToken, "ben@secret.example"]
            for secret in secrets { TestSecrets.note(secret) }
            for secret in secrets {
                let all = server.routes.flatMap { requests(for: secret, $0) } + strays(for: secret)
                for request in all {
                    // A reply or a closed connection: either is an answer.
                    let client = try RawHTTPClient(port: server.port)
                    if (try? client.exchange(request)) != nil { sent += 1 }
                }
            }
        }
        let text = try log.text
        #expect(text.split(separator: "\n").count >= sent && sent > 1_000)
        #expect(text.contains("\"method\":\"other\""))
    }

    @Test func `a log that has a secret is found out`() async throws {
        let log = try TestLog()
        var options = Self.options
        options.log = log
        await #expect(throws: TestCluster.Failure.self) {
            try await TestServer.with(options) { server in
                let token = try server.client.signUp().token
                try log.append("a line with \(token) in it\n")
            }
        }
    }
}

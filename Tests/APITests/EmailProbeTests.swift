import API
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// Whether an e-mail has an account: an anonymous user may try, and anonymous users cost nothing.
struct EmailProbeTests {
    private static let limit = 30

    private func withServer(_ body: (TestClient) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.api.forwardedHops = 1
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil,
            credentialFailuresPerUser: RateLimit(10, perSeconds: 3_600), signUpsPerAddress: nil,
            eventsPerUser: nil, emailProbesPerAddress: RateLimit(Self.limit, perSeconds: 360_000))
        try await TestServer.with(options) { server in
            let client = try server.client
            var owner = try client.signUp()
            try client.link(&owner, email: "taken@example.com")
            try await body(client)
        }
    }

    private func link(
        _ email: String, _ client: TestClient, by user: TestUser? = nil, from address: String = "192.0.2.1"
    ) throws -> TestClient.Reply {
        try client.send(
            "PUT", "/v1/users/me/credential", token: try (user ?? client.signUp()).token,
            headers: ["X-Forwarded-For": address],
            ["email": .string(email), "password": .string(TestClient.password)])
    }

    private func expectLimited(_ reply: TestClient.Reply) {
        expectProblem(reply, 429, "too-many-requests")
        #expect(reply[header: "retry-after"].flatMap { Int($0) } ?? 0 > 0)
    }

    @Test func `many users at one address try thirty taken e-mails, and an honest link costs nothing`()
        async throws
    {
        try await withServer { client in
            for number in 1...Self.limit {
                let reply = try link("taken@example.com", client)
                expectProblem(reply, 409, "email-already-in-use")
                // Also the last unit is there for each of them, and comes back.
                if number % 10 == 9 { expect(try link("user-\(number)@example.com", client), 200) }
            }
            expectLimited(try link("taken@example.com", client))
            // The answer no longer shows whether the e-mail is taken.
            expectLimited(try link("free@example.com", client))
            expect(try link("free@example.com", client, from: "192.0.2.2"), 200)
        }
    }

    @Test func `who has an account links it again where all is used up`() async throws {
        try await withServer { client in
            let anne = try client.signUp()
            expect(try link("anne@example.com", client, by: anne), 200)
            for _ in 1...Self.limit { _ = try link("taken@example.com", client) }
            expectLimited(try link("taken@example.com", client))
            let signIn: JSONValue = [
                "email": "anne@example.com", "password": .string(TestClient.password),
            ]
            let token = try client.send("POST", "/v1/sessions", signIn)
                .required(200).json["session"]?["access_token"]?.string
            let again = try client.send(
                "PUT", "/v1/users/me/credential", token: token, headers: ["X-Forwarded-For": "192.0.2.1"],
                signIn)
            expect(again, 200)
        }
    }
}

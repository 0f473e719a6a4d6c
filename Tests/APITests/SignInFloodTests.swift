import API
import HTTP
import JSON
import TestSupport
import Testing

/// Hashing a password takes a processor for a while: those who call from one place share it with each other.
struct SignInFloodTests {
    private func post(_ client: TestClient, _ email: String, from address: String) throws {
        try client.post(
            "POST", "/v1/sessions", headers: ["X-Forwarded-For": address],
            ["email": .string(email), "password": .string(TestClient.password)])
    }

    @Test func `sixty accounts of one address keep no other from signing in, nor one of theirs`() async throws
    {
        var options = TestServer.Options.alone
        options.api.forwardedHops = 1
        options.passwordWaitMilliseconds = 8_000
        try await TestServer.with(options) { server in
            let client = try server.client
            for name in ["anne", "ben"] {
                var user = try client.signUp()
                try client.link(&user, email: "\(name)@example.com")
            }
            // They are checked as long as those of an account, and needn't be linked first.
            let crowd = try (0..<180).map { _ in try server.client }
            for (number, member) in crowd.enumerated() {
                try post(member, "crowd-\(number % 60)@example.com", from: "192.0.2.1")
            }
            try post(client, "anne@example.com", from: "192.0.2.2")
            #expect(try client.reply().status == 200)
            let isStillServed = try server.client.get("/metrics").text.contains(
                #/shipmate_queue_commands\{kind="passwords"\} [1-9]/#)
            #expect(isStillServed, "the crowd is served already: it was none")
            let statuses = try crowd.map { try $0.reply() }
            #expect(statuses.contains { $0.status == 401 })
            for refused in statuses where refused.status != 401 {
                expectProblem(refused, 503, "unavailable")
                #expect(refused[header: "retry-after"] == "1")
            }
        }
    }

    /// As many as that keep others out where each address waits for itself alone.
    @Test func `right passwords for one account from fifty addresses keep no other from signing in`()
        async throws
    {
        var options = TestServer.Options.alone
        options.api.forwardedHops = 1
        options.passwordWaitMilliseconds = 2_500
        try await TestServer.with(options) { server in
            let client = try server.client
            for name in ["anne"] + (0..<6).map({ "other-\($0)" }) {
                var user = try client.signUp()
                try client.link(&user, email: "\(name)@example.com")
            }
            // More than may wait.
            let crowd = try (0..<350).map { _ in try server.client }
            for (number, member) in crowd.enumerated() {
                try post(member, "anne@example.com", from: "192.0.2.\(number % 50 + 1)")
            }
            let others = try (0..<6).map { _ in try server.client }
            for (number, other) in others.enumerated() {
                try post(other, "other-\(number)@example.com", from: "198.51.100.\(number + 1)")
            }
            #expect(try others.map { try $0.reply().status } == Array(repeating: 200, count: 6))
            let statuses = Set(try crowd.map { try $0.reply().status })
            #expect(statuses.isSubset(of: [200, 503]) && statuses.contains(503), "\(statuses)")
        }
    }

    @Test func `a taken e-mail takes as long as a free one, and an unknown one as a known`() async throws {
        try await TestServer.with(.alone) { server in
            let client = try server.client
            var owner = try client.signUp()
            try client.link(&owner, email: "owner@example.com")
            var times: [String: [Duration]] = [:]
            func time(_ kind: String, _ status: Int, _ send: () throws -> TestClient.Reply) throws {
                let start = ContinuousClock.now
                let reply = try send()
                times[kind, default: []].append(.now - start)
                #expect(reply.status == status, "\(kind): \(reply.text)")
            }
            let other = try client.signUp()
            func link(_ user: TestUser, _ email: String) throws -> TestClient.Reply {
                try client.send(
                    "PUT", "/v1/users/me/credential", token: user.token,
                    ["email": .string(email), "password": .string(TestClient.password)])
            }
            func signIn(_ email: String) throws -> TestClient.Reply {
                try client.send(
                    "POST", "/v1/sessions", ["email": .string(email), "password": "not the password"])
            }
            for number in 0..<15 {
                let user = try client.signUp()
                try time("taken", 409) { try link(other, "owner@example.com") }
                try time("free", 200) { try link(user, "user-\(number)@example.com") }
                try time("known", 401) { try signIn("owner@example.com") }
                try time("unknown", 401) { try signIn("nobody-\(number)@example.com") }
            }
            let medians = times.mapValues { $0.sorted()[$0.count / 2] }
            for (one, two) in [("taken", "free"), ("known", "unknown")] {
                let (first, second) = (try #require(medians[one]), try #require(medians[two]))
                // The machine may be loaded: a hash more or less is a factor of ten and more.
                #expect(first < second * 2 && second < first * 2, "\(one) \(first), \(two) \(second)")
            }
        }
    }
}

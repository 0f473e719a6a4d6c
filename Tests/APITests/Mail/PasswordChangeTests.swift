import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// A new password for who knows the one there is, and the sessions of a user.
struct PasswordChangeTests {
    private static let password = PasswordResetTests.password

    @Test func `who knows the password changes it, and is the only one left who is signed in`() async throws {
        try await MailServed.with { here in
            let ben = try here.owner()
            let tablet = TestUser(try here.signIn("ben@example.com").required(200))
            let wrong = try change(from: "not this one", to: Self.password, ben, here)
            expectProblem(wrong, 403, "proof-wrong")
            let common = try change(from: TestClient.password, to: "password1", ben, here)
            expectProblem(common, 422, "validation", mistakes: ["/password common"])
            let reply = try change(from: TestClient.password, to: Self.password, ben, here)
            expect(reply, 200)
            #expect(reply.json.names == ["user", "session"])
            #expect(try here.client.get("/v1/users/me", token: tablet.token).status == 401)
            for token in [ben.token, TestUser(reply).token] {
                #expect(try here.client.get("/v1/users/me", token: token).status == 200)
            }
            // The session is the same, and its former refresh token is good no more.
            let refresh = try here.client.send(
                "POST", "/v1/sessions/refresh", ["refresh_token": .string(ben.refreshToken)])
            #expect(refresh.status == 401)
            #expect(try here.server.database.psql("SELECT count(*) FROM sessions") == "1")
            #expect(try here.signIn("ben@example.com").status == 401)
            #expect(try here.signIn("ben@example.com", Self.password).status == 200)
            let notice = try await here.mails.next(to: "ben@example.com")
            #expect(notice.subject == "Your password was changed" && notice.page?.hasPrefix("/undo") == true)
        }
    }

    @Test func `who is anonymous has none to change, and who guesses is stopped`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil,
            signUpsPerAddress: nil, eventsPerUser: nil, wrongProofsPerSession: RateLimit(3, perSeconds: 3_600)
        )
        try await MailServed.with(options) { here in
            let anonymous = try here.client.signUp()
            let nothing = try change(from: "x", to: Self.password, anonymous, here)
            expectProblem(nothing, 409, "no-email")
            let ben = try here.holder()
            let statuses = try (1...4).map {
                try change(from: "guess \($0)", to: Self.password, ben, here).status
            }
            #expect(statuses == [403, 403, 403, 429])
        }
    }

    @Test func `works where no mails go out, and tells nobody`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            let reply = try client.send(
                "PUT", "/v1/users/me/password", token: ben.token,
                ["current_password": .string(TestClient.password), "password": .string(Self.password)])
            expect(reply, 200)
            #expect(try server.database.psql("SELECT count(*) FROM mails") == "0")
        }
    }

    @Test func `sessions are listed to the hour, and ended one by one or all at once`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            let signIn: JSONValue = ["email": "ben@example.com", "password": .string(TestClient.password)]
            let tablet = TestUser(try client.send("POST", "/v1/sessions", signIn))
            let phone = TestUser(
                try client.send(
                    "POST", "/v1/sessions", headers: ["User-Agent": UserAgent.iPhone], signIn))
            let reply = try client.get("/v1/users/me/sessions", token: tablet.token)
            expect(reply, 200)
            let sessions = try #require(reply.json["sessions"]?.array)
            #expect(sessions.count == 3)
            #expect(
                sessions[0].names
                    == ["sid", "current", "device", "created_at", "last_used_at", "expires_at"])
            #expect(sessions.allSatisfy { $0["last_used_at"]?.string?.hasSuffix(":00:00.000Z") == true })
            #expect(sessions.filter { $0["current"] == true }.count == 1)
            #expect(sessions.filter { $0["device"] == "iPhone" }.count == 1)
            #expect(sessions.filter { $0["device"] == .null }.count == 2)
            let others =
                try client.get("/v1/users/me/sessions", token: phone.token).json["sessions"]?.array ?? []
            let sid = try #require(others.first { $0["current"] == true }?["sid"]?.string)
            let path = "/v1/users/me/sessions/"
            #expect(try client.send("DELETE", path + sid, token: tablet.token).status == 204)
            #expect(try client.get("/v1/users/me", token: phone.token).status == 401)
            for unknown in [sid, newID(), "x"] {
                expectProblem(
                    try client.send("DELETE", path + unknown, token: tablet.token), 404, "not-found")
            }
            // Another user's is none of one's own.
            let cal = try client.signUp()
            let mine = try #require(sessions.first { $0["current"] == true }?["sid"]?.string)
            #expect(try client.send("DELETE", path + mine, token: cal.token).status == 404)
            #expect(try client.send("DELETE", "/v1/users/me/sessions", token: tablet.token).status == 204)
            for old in [ben, tablet] {
                #expect(try client.get("/v1/users/me", token: old.token).status == 401)
            }
            #expect(try client.get("/v1/users/me", token: cal.token).status == 200)
        }
    }

    private func change(
        from current: String, to password: String, _ user: TestUser, _ here: MailServed
    ) throws -> TestClient.Reply {
        try here.client.send(
            "PUT", "/v1/users/me/password", token: user.token,
            ["current_password": .string(current), "password": .string(password)])
    }
}

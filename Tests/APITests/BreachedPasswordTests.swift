import Basics
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API
@testable import Pages

/// Passwords that were in leaks, wherever one is chosen.
struct BreachedPasswordTests {
    private static let leaked = "a parrot named Sam"
    /// What `sha1sum` says of it.
    private static let sum = "88bfb930e414e56f08e3342760ce912dc9e59aa3"

    private static var options: TestServer.Options {
        var options = TestServer.Options()
        options.breached = BreachedPasswords { Hexadecimal.text($0) == sum }
        return options
    }

    @Test func `one is refused at linking, at a reset and at a change, and nothing changes`() async throws {
        try await MailServed.with(Self.options) { here in
            let cal = try here.client.signUp()
            expectRefused(
                try here.client.send(
                    "PUT", "/v1/users/me/credential", token: cal.token,
                    ["email": "cal@example.com", "password": .string(Self.leaked)]))
            let me = try here.client.get("/v1/users/me", token: cal.token)
            #expect(me.json["user"]?["is_anonymous"] == true)
            let ben = try here.holder()
            expectRefused(
                try here.client.send(
                    "PUT", "/v1/users/me/password", token: ben.token,
                    ["current_password": .string(TestClient.password), "password": .string(Self.leaked)]))
            try here.client.send("POST", "/v1/password-resets", ["email": "ben@example.com"]).required(202)
            let mail = try await here.mails.next(to: "ben@example.com")
            expectRefused(
                try here.client.send(
                    "POST", "/v1/password-resets/\(mail.token ?? "")", ["password": .string(Self.leaked)]))
            let page = try here.press(mail, password: Self.leaked)
            #expect(page.status == 422 && page.text.contains(Texts(in: .english)[.breached]))
            #expect(try here.signIn("ben@example.com").status == 200)
            #expect(try here.press(mail, password: "another parrot").status == 200)
        }
    }

    @Test func `who has one already signs in with it`() async throws {
        try await TestDatabase.withSchema { database in
            let first = try await TestServer.start(on: database)
            let client = try first.client
            let user = try client.signUp()
            try client.send(
                "PUT", "/v1/users/me/credential", token: user.token,
                ["email": "ben@example.com", "password": .string(Self.leaked)]
            ).required(200)
            await first.stop()
            let second = try await TestServer.start(on: database, Self.options)
            let reply = try second.client.send(
                "POST", "/v1/sessions", ["email": "ben@example.com", "password": .string(Self.leaked)])
            #expect(reply.status == 200)
            await second.stop()
        }
    }

    private func expectRefused(_ reply: TestClient.Reply) {
        expectProblem(reply, 422, "validation", mistakes: ["/password breached"])
    }
}

import HTTP
import JSON
import TestSupport
import Testing

/// A new password for who has forgotten the one there was.
struct PasswordResetTests {
    static let password = "a parrot named Sam"

    @Test func `a link in a mail leads to a new password, and everybody is signed out`() async throws {
        try await MailServed.with { here in
            let ben = try here.owner()
            try ask("Ben@Example.com", here)
            let mail = try await here.mails.next(to: "ben@example.com")
            #expect(mail.subject == "Choose a new password")
            let token = try #require(mail.token)
            for (password, code) in [
                ("short", "too_short"), ("password1", "common"), ("ben@example.com", "is_email"),
            ] {
                let weak = try reset(token, password, here)
                expectProblem(weak, 422, "validation", mistakes: ["/password \(code)"])
            }
            let done = try reset(token, Self.password, here)
            expect(done, 200)
            #expect(done.json == ["sessions_ended": true, "providers": [], "reset_at": .null])
            #expect(try here.client.get("/v1/users/me", token: ben.token).status == 401)
            let refresh = try here.client.send(
                "POST", "/v1/sessions/refresh", ["refresh_token": .string(ben.refreshToken)])
            #expect(refresh.status == 401)
            #expect(try here.signIn("ben@example.com").status == 401)
            #expect(try here.signIn("ben@example.com", Self.password).status == 200)
            expectProblem(try reset(token, "another one altogether", here), 410, "mail-link-gone")
            let notice = try await here.mails.next(to: "ben@example.com", after: 1)
            #expect(notice.subject == "Your password was changed" && notice.link == nil)
        }
    }

    @Test func `an e-mail that nobody has gets the same answer, and no mail`() async throws {
        try await MailServed.with { here in
            _ = try here.owner()
            let unknown = try here.client.send("POST", "/v1/password-resets", ["email": "cal@example.com"])
            let known = try here.client.send("POST", "/v1/password-resets", ["email": "ben@example.com"])
            #expect(unknown.status == 202 && known.status == 202)
            #expect(unknown.raw.headers.map(\.name) == known.raw.headers.map(\.name))
            _ = try await here.mails.next(to: "ben@example.com")
            let isDone = try await eventually {
                try here.server.database.psql("SELECT count(*) FROM mails") == "0"
            }
            #expect(isDone)
            #expect(here.mails.received.count == 1)
            expectProblem(
                try here.client.send("POST", "/v1/password-resets", ["email": "nobody"]), 422, "validation",
                mistakes: ["/email invalid"])
        }
    }

    @Test func `five links are good at once, and using one ends all, also where several are used at once`()
        async throws
    {
        try await MailServed.with { here in
            _ = try here.owner()
            var links: [String] = []
            for count in 0..<6 {
                try ask("ben@example.com", here)
                links.append(
                    try #require(try await here.mails.next(to: "ben@example.com", after: count).token))
            }
            expectProblem(try reset(links.removeFirst(), Self.password, here), 410, "mail-link-gone")
            let clients = try links.map { link in (try here.server.client, link) }
            for (client, link) in clients {
                try client.post("POST", "/v1/password-resets/\(link)", ["password": .string(Self.password)])
            }
            let statuses = try clients.map { client, link in
                let status = try client.reply().status
                // One that a full machine sends away comes again, as it is told.
                return status == 503 ? try reset(link, Self.password, here).status : status
            }
            #expect(statuses.sorted() == [200, 410, 410, 410, 410])
        }
    }

    @Test func `a link is good for an hour, by PostgreSQL's clock, and is nowhere in clear once it was sent`()
        async throws
    {
        try await MailServed.with { here in
            _ = try here.owner()
            try ask("ben@example.com", here)
            let mail = try await here.mails.next(to: "ben@example.com")
            let token = try #require(mail.token)
            let isSent = try await eventually {
                try here.server.database.psql("SELECT count(*) FROM mails") == "0"
            }
            #expect(isSent)
            let kept = try here.server.database.psql("SELECT octet_length(token_hash) FROM mail_tokens")
            #expect(kept == "32")
            try here.server.database.tamper("mail_tokens", set: "expires_at = clock_timestamp()")
            expectProblem(try reset(token, Self.password, here), 410, "mail-link-gone")
            #expect(
                try here.client.http.exchange("GET \(mail.page ?? "/") HTTP/1.1\r\nHost: test\r\n\r\n").status
                    == 410)
        }
    }

    private func ask(_ email: String, _ here: MailServed) throws {
        try here.client.send("POST", "/v1/password-resets", ["email": .string(email)]).required(202)
    }

    private func reset(_ token: String, _ password: String, _ here: MailServed) throws -> TestClient.Reply {
        try here.client.send("POST", "/v1/password-resets/\(token)", ["password": .string(password)])
    }
}

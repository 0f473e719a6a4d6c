import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

@testable import API
@testable import Pages

/// `/delete-account`, the page that app stores ask for.
struct DeletionPageTests {
    private static let path = "/delete-account"

    @Test func `an e-mail, a link in a mail and a button delete an account, which can still come back`()
        async throws
    {
        try await MailServed.with { here in
            let ben = try here.holder()
            let key = try await here.server.key(.admin)
            let asking = try here.get(Self.path)
            #expect(asking.status == 200 && asking.text.contains("name=\"email\""))
            #expect(try ask("Ben@Example.com", here).status == 200)
            let mail = try await here.mails.next(to: "ben@example.com")
            #expect(mail.subject == "Delete your account")
            #expect(
                mail.link?.hasPrefix("http://127.0.0.1:\(here.server.port)/delete-account?token=") == true)
            // Mail scanners follow links, and nothing comes of it.
            for _ in 0..<3 { #expect(try here.get(mail.page ?? "/").status == 200) }
            #expect(try here.client.inspect(ben, key: key)["leaving"] == .null)
            let done = try here.press(mail)
            #expect(done.status == 200)
            let deletion = try here.client.inspect(ben, key: key)["leaving"]
            let day = try #require(deletion?["due_at"]?.string).prefix(10)
            #expect(done.text.contains("will be deleted on \(day)"))
            let me = try here.client.get("/v1/users/me", token: ben.token).required(200).json["user"]
            #expect(me?["deletion_at"] == deletion?["due_at"])
            // The back button, and the other tab: another link can be asked for.
            for gone in [try here.press(mail), try here.get(mail.page ?? "/")] {
                #expect(gone.status == 410 && gone.text.contains("name=\"email\""))
            }
            #expect(try here.signIn("ben@example.com").status == 200)
            #expect(try here.client.inspect(ben, key: key)["leaving"] == .null)
        }
    }

    @Test func `an e-mail that nobody has gets the same page, and no mail`() async throws {
        try await MailServed.with { here in
            _ = try here.holder()
            let (known, unknown) = (try ask("ben@example.com", here), try ask("cal@example.com", here))
            #expect(known.status == 200 && known.body == unknown.body)
            #expect(known.headers.map(\.name) == unknown.headers.map(\.name))
            _ = try await here.mails.next(to: "ben@example.com")
            let isDone = try await eventually {
                try here.server.database.psql("SELECT count(*) FROM mails") == "0"
            }
            #expect(isDone && here.mails.received.count == 1)
            for nobody in ["nobody", "", "a@b@c"] {
                let refused = try ask(nobody, here)
                #expect(refused.status == 422 && refused.text.contains("name=\"email\""))
            }
        }
    }

    @Test func `a link is good once, for a day, for the e-mail that it was sent to, and a newer one ends it`()
        async throws
    {
        try await MailServed.with { here in
            let ben = try here.holder()
            _ = try ask("ben@example.com", here)
            let first = try await here.mails.next(to: "ben@example.com")
            _ = try ask("ben@example.com", here)
            let second = try await here.mails.next(to: "ben@example.com", after: 1)
            #expect(try here.press(first).status == 410)
            // The link of another kind of mail isn't one.
            try here.client.send("POST", "/v1/password-resets", ["email": "ben@example.com"]).required(202)
            let reset = try await here.mails.next(to: "ben@example.com", after: 2)
            let form = "token=\(reset.token ?? "")"
            #expect(try here.post(Self.path, form).status == 410)
            // Nor is it, once the e-mail is another.
            try here.server.database.psql(
                "UPDATE users SET email = 'ben@example.org' WHERE uid = '\(ben.uid)'")
            #expect(try here.press(second).status == 410)
            #expect(try here.client.get("/v1/users/me", token: ben.token).status == 200)
            try here.server.database.psql(
                "UPDATE users SET email = 'ben@example.com' WHERE uid = '\(ben.uid)'")
            try here.server.database.tamper(
                "mail_tokens", set: "expires_at = clock_timestamp()", where: "purpose = 'deletion'")
            #expect(try here.press(second).status == 410)
            #expect(try here.get(second.page ?? "/").status == 410)
            let hash = try here.server.database.psql(
                "SELECT octet_length(token_hash) FROM mail_tokens WHERE purpose = 'deletion'")
            #expect(hash == "32")
        }
    }

    @Test func `the page is in the visitor's language, without script, and can't be framed`() async throws {
        try await MailServed.with { here in
            for language in PageLanguage.allCases {
                let page = try here.get(
                    Self.path, headers: ["Accept-Language": language.rawValue, "Host": "evil.example"])
                #expect(page.status == 200)
                #expect(page.text.contains("lang=\"\(language.rawValue)\""))
                #expect(page.text.contains(Texts(in: language)[.deleteWhat].prefix(20)))
                #expect(!page.text.contains("<script") && !page.text.contains("evil.example"))
                let policy = try #require(page["content-security-policy"])
                #expect(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'self'"))
                #expect(page["referrer-policy"] == "no-referrer" && page["cache-control"] == "no-store")
            }
        }
    }

    @Test func `mails to one e-mail have a limit, and where no mails go out there is no page`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, mailsPerEmail: RateLimit(2, perSeconds: 3_600))
        try await MailServed.with(options) { here in
            let statuses = try (1...3).map { _ in try ask("ben@example.com", here).status }
            #expect(statuses == [200, 200, 429])
            #expect(try ask("cal@example.com", here).status == 200)
        }
        try await TestServer.with { server in
            let page = try server.client.get(Self.path)
            #expect(page.status == 404 && page[header: "content-type"]?.hasPrefix("text/html") == true)
        }
    }

    private func ask(_ email: String, _ here: MailServed) throws -> RawHTTPClient.Reply {
        try here.post(Self.path, "email=" + email.replacing("@", with: "%40"))
    }
}

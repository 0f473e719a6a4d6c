import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// The pages that links in mails lead to.
struct AccountPageTests {
    @Test func `a page that is looked at changes nothing, works without script, and can't be framed`()
        async throws
    {
        try await MailServed.with { here in
            let ben = try here.holder()
            try here.client.send("POST", "/v1/users/me/email/verification", token: ben.token).required(202)
            try here.client.send("POST", "/v1/password-resets", ["email": "ben@example.com"]).required(202)
            let mails = [
                try await here.mails.next(to: "ben@example.com"),
                try await here.mails.next(to: "ben@example.com", after: 1),
            ]
            for mail in mails + mails {
                for method in ["GET", "HEAD"] {
                    let page = try here.client.http.exchange(
                        "\(method) \(mail.page ?? "/") HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                        isHead: method == "HEAD")
                    #expect(page.status == 200)
                    #expect(page["referrer-policy"] == "no-referrer" && page["cache-control"] == "no-store")
                    let policy = try #require(page["content-security-policy"])
                    #expect(
                        policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'self'"))
                    #expect(policy.contains("default-src 'none'") && !policy.contains("script-src"))
                    if method == "GET" {
                        #expect(page.text.contains("<form method=\"post\"") && !page.text.contains("<script"))
                        #expect(!page.text.contains("evil.example"))
                    }
                }
            }
            for mail in mails {
                let isReset = mail.page?.hasPrefix("/reset") == true
                #expect(
                    try here.press(mail, password: isReset ? PasswordResetTests.password : nil).status == 200)
                // The back button, and the other tab.
                #expect(
                    try here.press(mail, password: isReset ? PasswordResetTests.password : nil).status == 410)
            }
        }
    }

    @Test func `a password that is too weak is asked for again, in the visitor's language`() async throws {
        try await MailServed.with { here in
            _ = try here.holder()
            try here.client.send(
                "POST", "/v1/password-resets", headers: ["Accept-Language": "de-AT, en;q=0.5"],
                ["email": "ben@example.com"]
            ).required(202)
            let mail = try await here.mails.next(to: "ben@example.com")
            #expect(mail.subject == "Neues Passwort wählen" && mail.head.contains("Content-Language: de"))
            let weak = try here.press(mail, password: "short", headers: ["Accept-Language": "ja"])
            #expect(weak.status == 422 && weak.text.contains("lang=\"ja\""))
            #expect(weak.text.contains("<form"))
            #expect(try here.press(mail, password: PasswordResetTests.password).status == 200)
        }
    }

    @Test func `a form that is none of ours is refused as a page`() async throws {
        try await MailServed.with { here in
            for path in ["/verify", "/reset", "/undo", "/release"] {
                #expect(
                    try here.client.http.exchange("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n").status == 410)
                let json = try here.client.send("POST", path, ["token": "x"])
                #expect(json.status == 415 && json[header: "content-type"]?.hasPrefix("text/html") == true)
                let long = String(repeating: "x", count: 5_000)
                let client = try here.server.client
                let reply = try client.http.exchange(
                    """
                    POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Type: application/x-www-form-urlencoded\r\n\
                    Content-Length: 5000\r\n\r\n\(long)
                    """)
                #expect(reply.status == 413)
            }
        }
    }
}

import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// Proving an e-mail by the link of a mail.
struct VerificationTests {
    private static let ask = "/v1/users/me/email/verification"

    @Test func `a link in a mail proves the e-mail, once, and rules pay for it in the same transaction`()
        async throws
    {
        try await MailServed.with { here in
            let (client, admin) = (here.client, try await here.server.key(.admin))
            let rule: JSONValue = [
                "name": "verified", "description": "Proved the e-mail", "state": "active",
                "when": [["email_verified": true]],
                "pay": [["to": "referee", "currency": "gems", "amount": 7]],
            ]
            try client.declare("gems", key: admin)
            try client.send("POST", "/v1/admin/rules", token: admin, rule).required(201)
            let anne = try client.signUp()
            let ben = try here.holder(referredBy: anne.code)
            let me = try client.get("/v1/users/me", token: ben.token)
            #expect(me.json["user"]?["email_verified"] == false)
            let asked = try client.send("POST", Self.ask, token: ben.token)
            #expect(asked.status == 202 && asked.text.isEmpty)
            let mail = try await here.mails.next(to: "ben@example.com")
            #expect(mail.sender == "ship@example.com" && mail.subject == "Confirm your e-mail")
            #expect(mail.link?.hasPrefix("http://127.0.0.1:\(here.server.port)/verify?token=") == true)
            #expect(mail.html.contains(mail.link ?? "?") && mail.text.contains("ben@example.com"))
            let token = try #require(mail.token)
            let proved = try client.send("POST", "/v1/email-verifications", ["token": .string(token)])
            expect(proved, 200)
            #expect(proved.json == ["email": "ben@example.com", "email_verified": true])
            let after = try client.get("/v1/users/me", token: ben.token)
            #expect(after.json["user"]?["email_verified"] == true)
            let balances = try client.get("/v1/users/me/balances", token: ben.token)
            #expect(balances.json["balances"]?["gems"] == 7)
            let again = try client.send("POST", "/v1/email-verifications", ["token": .string(token)])
            expectProblem(again, 410, "mail-link-gone")
            // What is proved needs no mail.
            #expect(try client.send("POST", Self.ask, token: ben.token).status == 202)
            let events = try client.get("/v1/admin/users/\(ben.uid)/events", token: admin)
            #expect(events.json["events"]?[0]?["type"] == "email_verified")
            #expect(here.mails.received(by: "ben@example.com").count == 1)
        }
    }

    @Test func `a newer link ends the one before`() async throws {
        try await MailServed.with { here in
            let ben = try here.holder()
            try here.client.send("POST", Self.ask, token: ben.token).required(202)
            let first = try await here.mails.next(to: "ben@example.com")
            try here.client.send("POST", Self.ask, token: ben.token).required(202)
            let second = try await here.mails.next(to: "ben@example.com", after: 1)
            #expect(try here.press(first).status == 410)
            #expect(try here.press(second).status == 200)
        }
    }

    @Test func `who is anonymous has nothing to prove, and where no mails go out nothing is promised`()
        async throws
    {
        try await MailServed.with { here in
            let anonymous = try here.client.signUp()
            expectProblem(try here.client.send("POST", Self.ask, token: anonymous.token), 409, "no-email")
        }
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            expectProblem(try client.send("POST", Self.ask, token: ben.token), 404, "mail-off")
            let reset = try client.send("POST", "/v1/password-resets", ["email": "ben@example.com"])
            expectProblem(reset, 404, "mail-off")
        }
    }

    @Test(arguments: ["", "x", String(repeating: "A", count: 64), String(repeating: "A", count: 200)])
    func `an invented token is as good as one that was used`(token: String) async throws {
        try await MailServed.with { here in
            let reply = try here.client.send("POST", "/v1/email-verifications", ["token": .string(token)])
            if token.isEmpty {
                #expect(reply.status == 422)
            } else {
                expectProblem(reply, 410, "mail-link-gone")
            }
        }
    }

    @Test func `mails to one e-mail have a limit, and so have mails from one address`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, mailsPerEmail: RateLimit(2, perSeconds: 3_600),
            mailsPerAddress: RateLimit(3, perSeconds: 3_600))
        try await MailServed.with(options) { here in
            func ask(_ email: String) throws -> Int {
                try here.client.send("POST", "/v1/password-resets", ["email": .string(email)]).status
            }
            #expect(
                try [ask("a@example.com"), ask("a@example.com"), ask("a@example.com")] == [202, 202, 429])
            let last = try here.client.send("POST", "/v1/password-resets", ["email": "b@example.com"])
            expectProblem(last, 429, "too-many-requests")
            #expect(last[header: "retry-after"] != nil)
        }
    }
}

import HTTP
import JSON
import TestSupport
import Testing

/// The links of mails about an account, followed by a person in a real browser that runs no script.
@Suite(.serialized) struct AccountPagesInBrowserTests {
    private static let password = "a parrot named Sam"
    private static let gone = "This link is no longer valid"

    private struct Stage {
        let server: TestServer
        let mails: TestMailServer
        let client: TestClient
        let site: PageServer

        /// Who looks at a page.
        func browser() throws -> Browser {
            let browser = try Browser(
                hosts: ["api.example"], port: server.port, elsewhere: ["other.example": site.port])
            try browser.become(
                Browser.Device(
                    userAgent: UserAgent.android, width: 390, height: 844, isMobile: true, languages: "en"))
            try browser.runScripts(false)
            return browser
        }

        func url(_ mail: TestMail) -> String { "http://api.example\(mail.page ?? "/")" }

        func signIn(_ password: String) throws -> Int {
            let body: JSONValue = ["email": "ben@example.com", "password": .string(password)]
            return try client.send("POST", "/v1/sessions", body).status
        }
    }

    private func withStage(_ body: (Stage, TestUser) async throws -> Void) async throws {
        var options = TestServer.Options()
        let mails = try TestMailServer()
        options.mailServer = mails
        let site = try await PageServer()
        try await TestServer.with(options) { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com").required(200)
            try await body(Stage(server: server, mails: mails, client: client, site: site), ben)
        }
    }

    @Test func `an e-mail is proved by a button, once, and the back button proves nothing again`()
        async throws
    {
        try await withStage { stage, ben in
            try stage.client.send("POST", "/v1/users/me/email/verification", token: ben.token).required(202)
            let mail = try await stage.mails.next(to: "ben@example.com")
            let browser = try stage.browser()
            defer { browser.close() }
            try browser.open(stage.url(mail))
            #expect(try browser.complaints() == [])
            #expect(try verified(stage, ben) == false)
            _ = try browser.press("Confirm your e-mail")
            #expect(try text(of: browser).contains("ben@example.com is confirmed"))
            #expect(try verified(stage, ben) == true)
            try browser.goBack()
            _ = try browser.press("Confirm your e-mail")
            #expect(try text(of: browser).contains(Self.gone))
            try await expectNoReferrer(from: browser)
        }
    }

    @Test func `of two tabs with one link the first to send a password has it`() async throws {
        try await withStage { stage, ben in
            // An e-mail that is not verified would have the reset wait.
            try stage.server.database.tamper(
                "users", set: "email_verified_at = now()", where: "uid = '\(ben.uid)'")
            try stage.client.send("POST", "/v1/password-resets", ["email": "ben@example.com"]).required(202)
            let mail = try await stage.mails.next(to: "ben@example.com")
            let (first, second) = (try stage.browser(), try stage.browser())
            defer {
                first.close()
                second.close()
            }
            for browser in [first, second] { try browser.open(stage.url(mail)) }
            try first.type("password1", into: "password")
            _ = try first.press("Choose a new password")
            #expect(try text(of: first).contains("must not be a common one"))
            try first.type(Self.password, into: "password")
            _ = try first.press("Choose a new password")
            #expect(try text(of: first).contains("Your password was changed"))
            try second.type("another parrot", into: "password")
            _ = try second.press("Choose a new password")
            #expect(try text(of: second).contains(Self.gone))
            #expect(try stage.signIn(Self.password) == 200 && stage.signIn("another parrot") == 401)
            // Where the link leads it asks no more.
            try first.open(stage.url(mail))
            #expect(try text(of: first).contains(Self.gone))
            try await expectNoReferrer(from: second)
        }
    }

    @Test func `an account is deleted from the web, and signing in takes it back`() async throws {
        try await withStage { stage, ben in
            let browser = try stage.browser()
            defer { browser.close() }
            try browser.open("http://api.example/delete-account")
            #expect(try browser.complaints() == [])
            try browser.type("Ben@Example.com", into: "email")
            _ = try browser.press("Send the link")
            #expect(try text(of: browser).contains("If there is an account with this e-mail"))
            let mail = try await stage.mails.next(to: "ben@example.com")
            try browser.open(stage.url(mail))
            #expect(try stage.client.send("GET", "/v1/users/me", token: ben.token).status == 200)
            _ = try browser.press("Delete your account")
            #expect(try text(of: browser).contains("Your account will be deleted on "))
            let me = try stage.client.send("GET", "/v1/users/me", token: ben.token).required(200).json["user"]
            #expect(me?["deletion_at"]?.string != nil)
            // A browser shows the page as it was, or asks for it anew.
            try browser.goBack()
            if try !text(of: browser).contains(Self.gone) { _ = try browser.press("Delete your account") }
            #expect(try text(of: browser).contains(Self.gone))
            #expect(try stage.signIn(TestClient.password) == 200)
            try await expectNoReferrer(from: browser)
        }
    }

    /// Whoever the page leads to learns nothing of its address, which has the token.
    private func expectNoReferrer(from browser: Browser) async throws {
        _ = try browser.evaluate("location.href = 'http://other.example/'")
        let isThere = try await eventually {
            try browser.evaluate("location.host + document.readyState") == "other.examplecomplete"
        }
        #expect(isThere)
        #expect(try browser.evaluate("document.referrer") == "")
    }

    private func verified(_ stage: Stage, _ user: TestUser) throws -> Bool? {
        try stage.client.send("GET", "/v1/users/me", token: user.token).json["user"]?["email_verified"]
            == true
    }

    private func text(of browser: Browser) throws -> String {
        try browser.evaluate("document.body.innerText").string ?? ""
    }
}

import HTTP
import JSON
import TestSupport
import Testing

/// A server with a mail server of its own.
struct MailServed {
    let server: TestServer
    let mails: TestMailServer
    let client: TestClient

    static func with<Value>(
        _ options: TestServer.Options = TestServer.Options(), _ body: (MailServed) async throws -> Value
    ) async throws -> Value {
        var options = options
        try await moveToBlockingThread()
        let mails = try TestMailServer()
        options.mailServer = mails
        return try await TestServer.with(options) { server in
            try await body(MailServed(server: server, mails: mails, client: try server.client))
        }
    }

    /// One who has linked an e-mail.
    func holder(_ email: String = "ben@example.com", referredBy: String? = nil) throws -> TestUser {
        var user = try client.signUp(referredBy: referredBy)
        try client.link(&user, email: email).required(200)
        return user
    }

    /// One whose e-mail is verified, too.
    func owner(_ email: String = "ben@example.com") throws -> TestUser {
        let user = try holder(email)
        try verify(user)
        return user
    }

    /// As if the link of a mail had been followed long ago.
    func verify(_ user: TestUser) throws {
        try server.database.tamper("users", set: "email_verified_at = now()", where: "uid = '\(user.uid)'")
    }

    @discardableResult
    func signIn(_ email: String, _ password: String = TestClient.password) throws -> TestClient.Reply {
        try client.send("POST", "/v1/sessions", ["email": .string(email), "password": .string(password)])
    }

    /// Presses the button of a page that a mail's link leads to.
    func press(_ mail: TestMail, password: String? = nil, headers: [String: String] = [:]) throws
        -> RawHTTPClient.Reply
    {
        let path = mail.page?.split(separator: "?").first.map(String.init) ?? "/"
        var form = "token=\(mail.token ?? "")"
        if let password { form += "&password=" + password.replacing(" ", with: "+") }
        return try post(path, form, headers: headers)
    }

    /// Sends what a page's form would.
    func post(_ path: String, _ form: String, headers: [String: String] = [:]) throws -> RawHTTPClient.Reply {
        let head = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return try client.http.exchange(
            """
            POST \(path) HTTP/1.1\r\nHost: test\r\n\(head)Content-Type: application/x-www-form-urlencoded\r\n\
            Content-Length: \(form.utf8.count)\r\n\r\n\(form)
            """)
    }

    func get(_ path: String, headers: [String: String] = ["Host": "test"]) throws -> RawHTTPClient.Reply {
        let head = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return try client.http.exchange("GET \(path) HTTP/1.1\r\n\(head)\r\n")
    }
}

import HTTP
import JSON
import Limits
import TestSupport
import Testing
import WebClient

/// An account with every way in that there can be, and its owner and a thief, each with what they hold.
struct RecoveryCast {
    static let newPassword = "a parrot named Sam"

    let here: MailServed
    let issuer: TestIssuer
    /// The owner's, which all that is the account's is called after.
    let name: String
    let owner: TestUser

    var email: String { Self.email(of: name) }
    /// Which a thief has the account moved to.
    var other: String { "thief-of-\(name)@example.net" }
    var client: TestClient { here.client }

    /// The owner has an e-mail that is verified and a password, for a long time.
    static func with(
        limits: RateLimits? = nil, _ body: (RecoveryCast) async throws -> Void
    ) async throws {
        try await moveToBlockingThread()
        let issuer = try TestIssuer(keys: "rsa-1")
        var options = TestServer.Options()
        options.providers = ["ours", "theirs"].map { issuer.provider($0) }
        if let limits { options.limits = limits }
        try await MailServed.with(options) { here in
            let owner = try Self.owner("vera", here)
            try await body(RecoveryCast(here: here, issuer: issuer, name: "vera", owner: owner))
        }
    }

    /// The same stage with another account.
    func with(_ name: String) throws -> RecoveryCast {
        RecoveryCast(here: here, issuer: issuer, name: name, owner: try Self.owner(name, here))
    }

    private static func email(of name: String) -> String { "\(name)@example.com" }

    private static func owner(_ name: String, _ here: MailServed) throws -> TestUser {
        let owner = try here.holder(email(of: name))
        try here.server.database.tamper(
            "users", set: "email_verified_at = now() - interval '29 days'", where: "uid = '\(owner.uid)'")
        try here.server.database.tamper(
            "credentials", set: "created_at = now() - interval '30 days'", where: "uid = '\(owner.uid)'")
        return owner
    }

    /// A token that differs from each other of the subject.
    func token(of subject: String) throws -> String {
        try issuer.token(of: "\(name)-\(subject)", #","jti":"\#(newID())""#)
    }

    func proof(of subject: String) throws -> JSONValue {
        ["provider": "ours", "id_token": .string(try token(of: subject))]
    }

    func link(
        _ subject: String, of provider: String = "ours", password: String = TestClient.password,
        by token: String? = nil
    ) throws -> TestClient.Reply {
        try client.send(
            "PUT", "/v1/users/me/identities/\(provider)", token: token ?? owner.token,
            ["id_token": .string(try self.token(of: subject)), "password": .string(password)])
    }

    func unlink(_ body: JSONValue) throws -> TestClient.Reply {
        try client.send("DELETE", IdentityCast.path, token: owner.token, body)
    }

    func signIn(by subject: String, of provider: String = "ours") throws -> TestClient.Reply {
        try client.send(
            "POST", "/v1/sessions",
            ["provider": .string(provider), "id_token": .string(try token(of: subject))])
    }

    /// Asks for another e-mail, as whoever knows the password can.
    func askChange(to email: String? = nil, password: String = TestClient.password) throws
        -> TestClient.Reply
    {
        try client.send(
            "PUT", "/v1/users/me/email", token: owner.token,
            ["current_password": .string(password), "email": .string(email ?? other)])
    }

    func changePassword(
        to password: String = newPassword, from current: String = TestClient.password, by token: String? = nil
    ) throws -> TestClient.Reply {
        try client.send(
            "PUT", "/v1/users/me/password", token: token ?? owner.token,
            ["current_password": .string(current), "password": .string(password)])
    }

    func reset(by mail: TestMail, to password: String = newPassword) throws -> TestClient.Reply {
        try client.send(
            "POST", "/v1/password-resets/\(mail.token ?? "")", ["password": .string(password)])
    }

    func askReset(of email: String? = nil) throws {
        try client.send("POST", "/v1/password-resets", ["email": .string(email ?? self.email)]).required(202)
    }

    /// The newest mail to an e-mail whose link leads to a page, once it is there.
    ///
    /// - Parameter former: one that it isn't. Mails sent at the same time arrive in any order.
    func mail(
        to email: String? = nil, for page: String, after former: TestMail? = nil
    ) async throws -> TestMail {
        var found: TestMail?
        _ = await eventually {
            found = here.mails.received(by: email ?? self.email).last {
                $0.page?.hasPrefix(page) == true && $0.page != former?.page
            }
            return found != nil
        }
        return try #require(found, "no mail to \(email ?? self.email) leads to \(page)")
    }

    func me(_ token: String? = nil) throws -> JSONValue? {
        try client.get("/v1/users/me", token: token ?? owner.token).required(200).json["user"]
    }

    /// As if an identity had been linked long ago.
    func age(_ identityDays: Int) throws {
        try here.server.database.tamper(
            "user_identities", set: "created_at = now() - interval '\(identityDays) days'",
            where: "uid = '\(owner.uid)'")
    }
}

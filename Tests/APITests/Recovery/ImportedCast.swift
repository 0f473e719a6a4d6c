import Accounts
import Crypto
import HTTP
import JSON
import Referrals
import TestSupport
import Testing
import Values

/// Accounts of another system, imported into a server whose issuer's tokens stand for users.
struct ImportedCast {
    /// What `hash` is of.
    static let password = "U*U*"
    static let newPassword = "a parrot named Sam"
    private static let hash = "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"

    let here: MailServed
    let issuer: TestIssuer

    var client: TestClient { here.client }

    static func with(isBearer: Bool = true, _ body: (ImportedCast) async throws -> Void) async throws {
        try await moveToBlockingThread()
        let issuer = try TestIssuer(keys: "rsa-1")
        var options = TestServer.Options()
        options.providers = [issuer.provider(isBearer: isBearer)]
        try await MailServed.with(options) { here in
            try await body(ImportedCast(here: here, issuer: issuer))
        }
    }

    static func email(of name: String) -> String { "\(name)@example.com" }

    /// Imports an account whose e-mail was never verified, with a password.
    ///
    /// - Returns: its uid.
    @discardableResult
    func add(_ name: String, google subject: String? = nil) async throws -> String {
        let identity = subject.flatMap { ImportedIdentity(provider: "google", subject: $0) }
        let account = ImportedAccount(
            externalID: ExternalID(name)!, email: EmailAddress(Self.email(of: name))!,
            isEmailVerified: false, password: StoredPassword(portable: Self.hash)!,
            identities: identity.map { [$0] } ?? [], isSignedUp: true,
            createdAt: Timestamp(microsecondsSince1970: 1_508_893_925_000_000), lastSignInAt: nil)
        let results = try await here.server.database.withPool(asOwner: true, connections: 1) { pool, _ in
            let now = Timestamp(microsecondsSince1970: 1_700_000_000_000_000)
            return try await AccountImport(pool: pool, now: { now }, writesAllChanges: false).add([account])
        }
        #expect(results == [.added])
        return try here.server.database.psql("SELECT uid FROM users WHERE external_id = '\(name)'")
    }

    /// A token of the issuer that differs from each other.
    func token(of name: String) throws -> String {
        try issuer.token(of: name, #","jti":"\#(newID())""#)
    }

    func me(_ token: String) throws -> TestClient.Reply {
        try client.get("/v1/users/me", token: token)
    }

    func askReset(of name: String) throws {
        let email = JSONValue.string(Self.email(of: name))
        try client.send("POST", "/v1/password-resets", ["email": email]).required(202)
    }

    func reset(by mail: TestMail) throws -> TestClient.Reply {
        try client.send(
            "POST", "/v1/password-resets/\(mail.token ?? "")", ["password": .string(Self.newPassword)])
    }

    func signIn(_ name: String, _ password: String = ImportedCast.newPassword) throws -> TestClient.Reply {
        try here.signIn(Self.email(of: name), password)
    }

    /// The only mail about a way back in, or out, once it is there.
    func onlyMail(to name: String, _ page: String) async throws -> TestMail {
        func mails() -> [TestMail] {
            here.mails.received(by: Self.email(of: name)).filter { mail in
                ["/reset", "/release", "/delete-account"].contains { mail.page?.hasPrefix($0) == true }
            }
        }
        _ = await eventually { !mails().isEmpty }
        let mail = try #require(mails().first, "no mail to \(name)")
        #expect(mails().count == 1 && mail.page?.hasPrefix(page) == true, "\(mail.page ?? "")")
        return mail
    }

    /// The mail that verifies the e-mail, once it is there.
    func verification(of name: String, token: String) async throws -> TestMail {
        try client.send("POST", "/v1/users/me/email/verification", token: token).required(202)
        var found: TestMail?
        _ = await eventually {
            found = here.mails.received(by: Self.email(of: name)).last {
                $0.page?.hasPrefix("/verify") == true
            }
            return found != nil
        }
        return try #require(found)
    }

    /// Whether each loop refuses a token.
    func isRefusedEverywhere(_ token: String) async throws -> Bool {
        try await eventually {
            try (0..<8).allSatisfy { _ in
                try here.server.client.get("/v1/users/me", token: token).problem == "unauthenticated"
            }
        }
    }
}

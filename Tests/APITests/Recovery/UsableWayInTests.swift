import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// No mail leaves an account without a usable way in.
struct UsableWayInTests {
    private static let account = "ben"

    private func carlTries(_ cast: ImportedCast) throws {
        var carl = try cast.client.signUp()
        expectProblem(
            try cast.client.link(&carl, email: ImportedCast.email(of: Self.account)), 409,
            "email-already-in-use")
    }

    @Test func `an account without a session keeps the address that another player tries, and is offered`()
        async throws
    {
        try await ImportedCast.with { cast in
            let uid = try await cast.add(Self.account)
            try carlTries(cast)
            let mail = try await cast.onlyMail(to: Self.account, "/reset")
            try cast.reset(by: mail).required(200)
            #expect(TestUser(try cast.signIn(Self.account).required(200)).uid == uid)
        }
    }

    @Test func `an imported account that is signed in lets the address go, and attaches another unproved`()
        async throws
    {
        try await ImportedCast.with { cast in
            try await cast.add(Self.account)
            var ben = TestUser(try cast.signIn(Self.account, ImportedCast.password).required(200))
            try carlTries(cast)
            let mail = try await cast.onlyMail(to: Self.account, "/release")
            #expect(try cast.here.press(mail).status == 200)
            #expect(try cast.client.link(&ben, email: "ben@example.org").status == 200)
        }
    }

    @Test func `a release is refused once the last session has ended`() async throws {
        try await ImportedCast.with { cast in
            try await cast.add(Self.account)
            let ben = TestUser(try cast.signIn(Self.account, ImportedCast.password).required(200))
            try carlTries(cast)
            let mail = try await cast.onlyMail(to: Self.account, "/release")
            #expect(
                try cast.client.send("DELETE", "/v1/users/me/sessions", token: ben.token).status == 204)
            #expect(try cast.here.press(mail).status == 410)
            #expect(try cast.signIn(Self.account, ImportedCast.password).status == 200)
        }
    }

    @Test func `the page that verifies an e-mail names an accepted external id only`() async throws {
        try await ImportedCast.with { cast in
            try await cast.add(Self.account)
            let ben = TestUser(try cast.signIn(Self.account, ImportedCast.password).required(200))
            let mail = try await cast.verification(of: Self.account, token: ben.token)
            let page = { try cast.here.get(mail.page ?? "/").text }
            #expect(try !page().contains("can also be opened") && page().contains("This is not my account"))
            expect(try cast.me(try cast.token(of: Self.account)), 200)
            #expect(try page().contains("This account can also be opened with: Sign-in of the app"))
            // Without either, the address can't be taken off.
            let database = cast.here.server.database
            try database.tamper("DELETE FROM external_id_uses")
            #expect(
                try cast.client.send("DELETE", "/v1/users/me/sessions", token: ben.token).status == 204)
            #expect(try !page().contains("This is not my account"))
            #expect(try cast.here.post("/release", "token=\(mail.token ?? "")").status == 410)
        }
    }

    @Test func `support's reset and the web deletion reach an owner with nothing but an e-mail`() async throws
    {
        try await ImportedCast.with { cast in
            let uid = try await cast.add(Self.account)
            let key = try await cast.here.server.key(.admin)
            try cast.client.send(
                "POST", "/v1/admin/users/\(uid)/password-reset", token: key, ["reason": "a test"]
            ).required(202)
            _ = try await cast.onlyMail(to: Self.account, "/reset")
            try await cast.add("carl")
            #expect(try cast.here.post("/delete-account", "email=carl%40example.com").status < 300)
            _ = try await cast.onlyMail(to: "carl", "/delete-account")
        }
    }

    /// Nothing recorded tokens before: such accounts count as they did.
    @Test func `an account from before uses were recorded has its external id, unless it began by e-mail`()
        async throws
    {
        try await ImportedCast.with { cast in
            let token = try cast.token(of: "anne")
            try cast.client.send("POST", "/v1/users", token: token, [:]).required(201)
            let added = try cast.client.send(
                "PUT", "/v1/users/me/credential", token: token,
                [
                    "email": "anne@example.com", "password": .string(TestClient.password),
                    "proof": ["provider": "ours", "id_token": .string(try cast.token(of: "anne"))],
                ])
            expect(added, 200)
            try await cast.add(Self.account)
            let database = cast.here.server.database
            try database.tamper("DELETE FROM external_id_uses")
            try database.tamper(
                "schema_migrations", set: "applied_at = now() + interval '1 hour'",
                where: "name = 'external_id_uses'")
            try cast.askReset(of: "anne")
            try cast.askReset(of: Self.account)
            _ = try await cast.onlyMail(to: "anne", "/release")
            _ = try await cast.onlyMail(to: Self.account, "/reset")
        }
    }
}

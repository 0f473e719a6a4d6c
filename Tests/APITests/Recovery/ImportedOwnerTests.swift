import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Owners of imported accounts, whose e-mail the other system never verified, come back by mail. The external
/// id that each has is a way in only where the issuer's token was accepted here.
struct ImportedOwnerTests {
    private static let account = "ben"

    @Test(arguments: [true, false])
    func `an owner with nothing but an e-mail sets a password by mail, which verifies the e-mail`(
        _ isBearer: Bool
    ) async throws {
        try await ImportedCast.with(isBearer: isBearer) { cast in
            let uid = try await cast.add(Self.account)
            try cast.askReset(of: Self.account)
            let done = try cast.reset(by: try await cast.onlyMail(to: Self.account, "/reset"))
            expect(done, 200)
            let session = try cast.signIn(Self.account).required(200)
            #expect(TestUser(session).uid == uid && session.json["user"]?["email_verified"] == true)
            #expect(try cast.signIn(Self.account, ImportedCast.password).status == 401)
            let database = cast.here.server.database
            #expect(try database.psql("SELECT count(*) FROM events WHERE type = 'email_verified'") == "1")
            // The mail that tells names no way in that isn't one.
            let email = ImportedCast.email(of: Self.account)
            let mails = { cast.here.mails.received(by: email) }
            #expect(await eventually { mails().contains { $0.subject == "Your password was changed" } })
            #expect(!mails().contains { $0.text.contains("Sign-in of the app") })
        }
    }

    @Test func `an identity that the file lists is a way in, and only a release is mailed`() async throws {
        try await ImportedCast.with { cast in
            let uid = try await cast.add(Self.account, google: "117")
            try cast.askReset(of: Self.account)
            let mail = try await cast.onlyMail(to: Self.account, "/release")
            #expect(try cast.here.press(mail).status == 200)
            let kept = try cast.here.server.database.psql(
                "SELECT subject FROM user_identities WHERE uid = '\(uid)'")
            #expect(kept == "117")
        }
    }

    @Test func `an external id whose token was accepted is a way in, and only a release is mailed`()
        async throws
    {
        try await ImportedCast.with { cast in
            let uid = try await cast.add(Self.account)
            let token = try cast.token(of: Self.account)
            expect(try cast.me(token), 200)
            try cast.askReset(of: Self.account)
            let mail = try await cast.onlyMail(to: Self.account, "/release")
            #expect(try cast.here.press(mail).status == 200)
            let user = try cast.me(token).required(200).json["user"]
            #expect(user?["uid"]?.string == uid && user?["email"] == .null)
        }
    }

    @Test func `a token that is accepted after the mail was sent ends the reset's link`() async throws {
        try await ImportedCast.with { cast in
            try await cast.add(Self.account)
            try cast.askReset(of: Self.account)
            let mail = try await cast.onlyMail(to: Self.account, "/reset")
            expect(try cast.me(try cast.token(of: Self.account)), 200)
            expectProblem(try cast.reset(by: mail), 410, "mail-link-gone")
            #expect(try cast.signIn(Self.account, ImportedCast.password).status == 200)
        }
    }

    @Test func `a reset that verifies the e-mail ends the external id, until its owner links it`()
        async throws
    {
        try await ImportedCast.with { cast in
            let uid = try await cast.add(Self.account)
            try cast.askReset(of: Self.account)
            try cast.reset(by: try await cast.onlyMail(to: Self.account, "/reset")).required(200)
            let token = try cast.token(of: Self.account)
            #expect(try await cast.isRefusedEverywhere(token))
            expectProblem(
                try cast.client.send("POST", "/v1/users", token: token, [:]), 401, "unauthenticated")
            let offered: JSONValue = ["provider": "ours", "id_token": .string(token)]
            expectProblem(try cast.client.send("POST", "/v1/sessions", offered), 404, "identity-unknown")
            // It is no proof, is still the back end's name, and no other player can link it.
            let owner = TestUser(try cast.signIn(Self.account).required(200))
            let path = IdentityCast.path
            let body: JSONValue = ["id_token": .string(token)]
            expectProblem(
                try cast.client.send(
                    "PUT", path, token: owner.token, ["id_token": .string(token), "proof": offered]), 403,
                "proof-wrong")
            let key = try await cast.here.server.key(.server)
            let named = try cast.client.get("/v1/users/external:\(Self.account)/balances", token: key)
            #expect(named.json["uid"]?.string == uid)
            let stranger = try cast.client.signUp()
            expectProblem(
                try cast.client.send("PUT", path, token: stranger.token, body), 409, "identity-reserved")
            // The owner links it, and takes it off again.
            let password = JSONValue.string(ImportedCast.newPassword)
            try cast.client.send(
                "PUT", path, token: owner.token, ["id_token": .string(token), "password": password]
            ).required(200)
            #expect(try cast.me(token).required(200).json["user"]?["uid"]?.string == uid)
            // For 72 hours after a reset, an older identity is guarded; this one is younger.
            #expect(
                try cast.client.send("DELETE", path, token: owner.token, ["password": password]).status == 204
            )
            #expect(try await cast.isRefusedEverywhere(token))
        }
    }

    @Test func `the undo of the link ends the external id again`() async throws {
        try await ImportedCast.with { cast in
            try await cast.add(Self.account)
            try cast.askReset(of: Self.account)
            try cast.reset(by: try await cast.onlyMail(to: Self.account, "/reset")).required(200)
            let owner = TestUser(try cast.signIn(Self.account).required(200))
            let token = try cast.token(of: Self.account)
            try cast.client.send(
                "PUT", IdentityCast.path, token: owner.token,
                ["id_token": .string(token), "password": .string(ImportedCast.newPassword)]
            ).required(200)
            expect(try cast.me(token), 200)
            var undo: TestMail?
            _ = await eventually {
                undo = cast.here.mails.received(by: ImportedCast.email(of: Self.account)).last {
                    $0.page?.hasPrefix("/undo") == true
                }
                return undo != nil
            }
            #expect(try cast.here.press(try #require(undo)).status == 200)
            #expect(try await cast.isRefusedEverywhere(token))
        }
    }

    @Test func `a pending reset is dropped if the account has another way in when it is due`() async throws {
        try await ImportedCast.with { cast in
            try await cast.add(Self.account)
            try cast.signIn(Self.account, ImportedCast.password).required(200)
            try cast.askReset(of: Self.account)
            expect(try cast.reset(by: try await cast.onlyMail(to: Self.account, "/reset")), 202)
            expect(try cast.me(try cast.token(of: Self.account)), 200)
            let database = cast.here.server.database
            try database.tamper("recoveries", set: "due_at = now()")
            #expect(
                try await eventually {
                    try database.psql("SELECT count(*) FROM recoveries WHERE due_at IS NOT NULL") == "0"
                })
            #expect(try cast.signIn(Self.account, ImportedCast.password).status == 200)
            #expect(try cast.signIn(Self.account).status == 401)
        }
    }

    @Test func `a token of a former external id counts as use for 72 hours, and is no way in`() async throws {
        try await ImportedCast.with { cast in
            let uid = try await cast.add(Self.account)
            expect(try cast.me(try cast.token(of: Self.account)), 200)
            let key = try await cast.here.server.key(.server)
            try cast.client.send(
                "PUT", "/v1/admin/users/\(uid)/external-id", token: key, ["external_id": "renamed"]
            ).required(200)
            try cast.askReset(of: Self.account)
            let mail = try await cast.onlyMail(to: Self.account, "/reset")
            expect(try cast.reset(by: mail), 202)
            try cast.here.server.database.tamper(
                "external_id_uses", set: "used_at = now() - interval '80 hours'")
            try cast.askReset(of: Self.account)
            var next: TestMail?
            _ = await eventually {
                next = cast.here.mails.received(by: ImportedCast.email(of: Self.account)).last {
                    $0.page?.hasPrefix("/reset") == true && $0.page != mail.page
                }
                return next != nil
            }
            expect(try cast.reset(by: try #require(next)), 200)
        }
    }
}

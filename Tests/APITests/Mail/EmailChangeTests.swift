import HTTP
import JSON
import TestSupport
import Testing

/// Another e-mail for an account, and the way back.
struct EmailChangeTests {
    private static let (old, new) = ("ben@example.com", "ben@example.org")

    @Test func `the old e-mail stays until the new one is proved`() async throws {
        try await MailServed.with { here in
            let ben = try here.owner()
            expectProblem(try change(to: Self.new, ben, here, password: "wrong"), 403, "proof-wrong")
            #expect(try change(to: Self.new, ben, here).status == 202)
            let mail = try await here.mails.next(to: Self.new)
            #expect(mail.subject == "Confirm your new e-mail")
            #expect(try here.signIn(Self.old).status == 200)
            #expect(try here.signIn(Self.new).status == 401)
            let proved = try here.client.send(
                "POST", "/v1/email-verifications", ["token": .string(mail.token ?? "")])
            expect(proved, 200)
            #expect(proved.json["email"]?.string == Self.new)
            #expect(try here.signIn(Self.old).status == 401)
            #expect(try here.signIn(Self.new).status == 200)
            let me = try here.client.get("/v1/users/me", token: ben.token).json["user"]
            #expect(me?["email"]?.string == Self.new && me?["email_verified"] == true)
            #expect(me?["uid"]?.string == ben.uid)
            // What was let go of is free for others.
            var cal = try here.client.signUp()
            #expect(try here.client.link(&cal, email: Self.old).status == 200)
        }
    }

    @Test func `the old e-mail is told, and takes the account back: everybody out, another password by mail`()
        async throws
    {
        try await MailServed.with { here in
            let ben = try here.owner()
            #expect(try change(to: Self.new, ben, here).status == 202)
            let undo = try await here.mails.next(to: Self.old)
            #expect(undo.subject == "Your e-mail is about to change")
            #expect(try here.press(try await here.mails.next(to: Self.new)).status == 200)
            // A second change takes nothing from the first one's way back.
            let thief = TestUser(try here.signIn(Self.new).required(200))
            #expect(try change(to: "thief@example.net", thief, here).status == 202)
            #expect(try here.press(try await here.mails.next(to: "thief@example.net")).status == 200)
            let kept = try here.press(undo)
            #expect(kept.status == 200 && kept.text.contains("as it was before the change"))
            for token in [ben.token, thief.token] {
                #expect(try here.client.get("/v1/users/me", token: token).status == 401)
            }
            for email in [Self.old, Self.new, "thief@example.net"] {
                #expect(try here.signIn(email).status == 401, "\(email)")
            }
            let reset = try await here.mails.next(to: Self.old, after: 1)
            #expect(try here.press(reset, password: PasswordResetTests.password).status == 200)
            #expect(try here.signIn(Self.old, PasswordResetTests.password).status == 200)
            #expect(try here.press(undo).status == 410)
        }
    }

    @Test func `a change that was undone before it happened doesn't`() async throws {
        try await MailServed.with { here in
            let ben = try here.owner()
            #expect(try change(to: Self.new, ben, here).status == 202)
            let proof = try await here.mails.next(to: Self.new)
            #expect(try here.press(try await here.mails.next(to: Self.old)).status == 200)
            #expect(try here.press(proof).status == 410)
            #expect(try here.client.get("/v1/users/me", token: ben.token).status == 401)
        }
    }

    @Test func `an e-mail that another account has gets no mail, and nobody is told`() async throws {
        try await MailServed.with { here in
            let ben = try here.owner()
            _ = try here.owner("cal@example.com")
            #expect(try change(to: "cal@example.com", ben, here).status == 202)
            #expect(try change(to: Self.old, ben, here).status == 202)
            #expect(try here.server.database.psql("SELECT count(*) FROM mail_tokens") == "0")
            // Taken between the mail and its link.
            #expect(try change(to: Self.new, ben, here).status == 202)
            let proof = try await here.mails.next(to: Self.new)
            _ = try here.holder(Self.new)
            let late = try here.client.send(
                "POST", "/v1/email-verifications", ["token": .string(proof.token ?? "")])
            expectProblem(late, 409, "email-already-in-use")
            #expect(try here.signIn(Self.old).status == 200)
        }
    }

    private func change(
        to email: String, _ user: TestUser, _ here: MailServed, password: String = TestClient.password
    ) throws -> TestClient.Reply {
        try here.client.send(
            "PUT", "/v1/users/me/email", token: user.token,
            ["current_password": .string(password), "email": .string(email)])
    }
}

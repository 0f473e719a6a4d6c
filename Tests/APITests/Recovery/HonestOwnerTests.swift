import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// Owners who did nothing wrong keep their access, whatever gets lost or mistyped.
struct HonestOwnerTests {
    @Test func `a change of password whose reply was lost is sent again, and gives new tokens`() async throws
    {
        try await RecoveryCast.with { cast in
            let first = TestUser(try cast.changePassword().required(200))
            let again = TestUser(try cast.changePassword().required(200))
            #expect(first.uid == again.uid)
            #expect(try cast.client.get("/v1/users/me", token: again.token).status == 200)
            let refreshed = try cast.client.send(
                "POST", "/v1/sessions/refresh", ["refresh_token": .string(again.refreshToken)])
            expect(refreshed, 200)
            // Another session that says the same has not done it.
            let other = TestUser(
                try cast.here.signIn(cast.email, RecoveryCast.newPassword).required(200))
            expectProblem(try cast.changePassword(by: other.token), 403, "proof-wrong")
            #expect(cast.here.mails.received(by: cast.email).count <= 1)
        }
    }

    @Test func `links, unlinks, asks and wishes to leave are sent again and answered the same`()
        async throws
    {
        try await RecoveryCast.with { cast in
            for _ in 0..<2 { expect(try cast.link("vera"), 200) }
            for _ in 0..<2 {
                #expect(try cast.unlink(["password": .string(TestClient.password)]).status == 204)
            }
            for _ in 0..<2 { try cast.askChange(to: "vera@example.org").required(202) }
            let first = try cast.client.leave(cast.owner).required(202).json["erased_at"]
            let again = try cast.client.leave(cast.owner).required(202).json["erased_at"]
            #expect(first == again && first?.isTime == true)
            #expect(try cast.me()?["deletion_at"] == first)
            #expect(
                try cast.client.send("DELETE", "/v1/users/me/deletion", token: cast.owner.token).status == 204
            )
            #expect(try cast.me()?["deletion_at"] == .null)
            _ = try await cast.mail(to: "vera@example.org", for: "/verify")
            #expect(cast.here.mails.received(by: "vera@example.org").count == 1)
        }
    }

    /// The e-mail belongs to a stranger, who must not get the account, nor lose the address for ever.
    @Test func `a player who signs in otherwise and mistypes an e-mail keeps the account`() async throws {
        try await RecoveryCast.with { cast in
            let apple = try cast.client.signUp()
            let token = try cast.token(of: "apple")
            expect(
                try cast.client.send(
                    "PUT", IdentityCast.path, token: apple.token, ["id_token": .string(token)]), 200)
            let mistyped = "stranger@example.com"
            let added = try cast.client.send(
                "PUT", "/v1/users/me/credential", token: apple.token,
                [
                    "email": .string(mistyped), "password": .string(TestClient.password),
                    "proof": try cast.proof(of: "apple"),
                ])
            expect(added, 200)
            // The stranger asks for a password, and is only offered to take the address off.
            try cast.askReset(of: mistyped)
            let mail = try await cast.mail(to: mistyped, for: "/release")
            #expect(mail.subject == "Is this account yours?")
            #expect(!cast.here.mails.received(by: mistyped).contains { $0.page?.hasPrefix("/reset") == true })
            let released = try cast.here.press(mail)
            #expect(released.status == 200 && released.text.contains("no longer belongs to that account"))
            #expect(try cast.here.press(mail).status == 410)
            #expect(try cast.me(apple.token)?["email"] == .null)
            #expect(try cast.signIn(by: "apple").status == 200)
            // And the address is the stranger's to use.
            var stranger = try cast.client.signUp()
            #expect(try cast.client.link(&stranger, email: mistyped).status == 200)
        }
    }

    @Test func `a player who links two providers within a day and then resets has both back at once`()
        async throws
    {
        try await RecoveryCast.with { cast in
            let second = "theirs"
            try cast.link("vera").required(200)
            try cast.link("vera", of: second).required(200)
            try cast.askReset()
            let mail = try await cast.mail(for: "/reset")
            try cast.reset(by: mail).required(200)
            // A thief could have linked them: the player, who reads the mails, says once more whose they are.
            #expect(try cast.signIn(by: "vera").status == 404)
            #expect(try cast.signIn(by: "vera", of: second).status == 404)
            let here = TestUser(try cast.here.signIn(cast.email, RecoveryCast.newPassword).required(200))
            #expect(here.uid == cast.owner.uid)
            for provider in ["ours", second] {
                let reply = try cast.link(
                    "vera", of: provider, password: RecoveryCast.newPassword, by: here.token)
                expect(reply, 200)
                #expect(try TestUser(cast.signIn(by: "vera", of: provider).required(200)).uid == here.uid)
            }
        }
    }

    /// One of them has forgotten the password, and tries until nothing is left.
    @Test func `a family behind one address does not shut each other out`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: RateLimit(10, perSeconds: 3_600),
            signInFailuresPerAddress: RateLimit(100, perSeconds: 3_600), signUpsPerAddress: nil,
            eventsPerUser: nil, mailsPerEmail: RateLimit(5, perSeconds: 3_600),
            wrongProofsPerSession: RateLimit(10, perSeconds: 3_600),
            passwordChangesPerUser: RateLimit(5, perSeconds: 86_400))
        try await RecoveryCast.with(limits: limits) { cast in
            let sister = try cast.with("sister")
            let guesses = try (1...12).map { try cast.link("vera", password: "guess number \($0)").status }
            #expect(guesses.last == 429 && guesses.first == 403)
            for number in 1...12 {
                let reply = try cast.here.signIn(cast.email, "guess number \(number)")
                #expect([401, 429].contains(reply.status))
            }
            try sister.link("sister").required(200)
            try sister.changePassword().required(200)
            #expect(try sister.here.signIn(sister.email, RecoveryCast.newPassword).status == 200)
            try sister.askReset()
            try sister.reset(by: try await sister.mail(for: "/reset"), to: "a third parrot").required(200)
            // Nor is the one who tried lost.
            try cast.askReset()
            try cast.reset(by: try await cast.mail(for: "/reset")).required(200)
            #expect(try cast.here.signIn(cast.email, RecoveryCast.newPassword).status == 200)
        }
    }

    @Test func `the page that verifies an e-mail names what else leads in, and takes the address off`()
        async throws
    {
        try await RecoveryCast.with { cast in
            let planted = try cast.here.holder("victim@example.com")
            expect(
                try cast.client.send(
                    "PUT", IdentityCast.path, token: planted.token,
                    [
                        "id_token": .string(try cast.token(of: "planted")),
                        "password": .string(TestClient.password),
                    ]
                ), 200)
            try cast.client.send("POST", "/v1/users/me/email/verification", token: planted.token).required(
                202)
            let mail = try await cast.mail(to: "victim@example.com", for: "/verify")
            let page = try cast.here.get(mail.page ?? "/")
            #expect(page.text.contains("This account can also be opened with: Ours"))
            #expect(page.text.contains("This is not my account"))
            #expect(try cast.here.post("/release", "token=\(mail.token ?? "")").status == 200)
            #expect(try cast.me(planted.token)?["email"] == .null)
        }
    }

    /// Without other ways in, an e-mail that was never verified resets at once only where nobody is there.
    @Test func `a reset by an e-mail that was never verified waits while somebody plays, who can refuse it`()
        async throws
    {
        try await RecoveryCast.with { cast in
            let ben = try cast.here.holder("ben@example.com")
            try cast.askReset(of: "ben@example.com")
            let waiting = try cast.reset(by: try await cast.mail(to: "ben@example.com", for: "/reset"))
            expect(waiting, 202)
            #expect(waiting.json["sessions_ended"] == false && waiting.json["reset_at"]?.isTime == true)
            #expect(try cast.me(ben.token)?["reset_at"] == waiting.json["reset_at"])
            #expect(try cast.here.signIn("ben@example.com").status == 200)
            let path = "/v1/users/me/password-reset"
            #expect(try cast.client.send("DELETE", path, token: ben.token).status == 204)
            #expect(try cast.me(ben.token)?["reset_at"] == .null)
            // Nobody has played for long.
            try cast.here.server.database.tamper(
                "sessions", set: "created_at = now() - interval '80 hours', rotated_at = NULL",
                where: "uid = '\(ben.uid)'")
            try cast.askReset(of: "ben@example.com")
            #expect(
                await eventually {
                    cast.here.mails.received(by: "ben@example.com").filter {
                        $0.page?.hasPrefix("/reset") == true
                    }.count == 2
                })
            let done = try cast.reset(by: try await cast.mail(to: "ben@example.com", for: "/reset"))
            expect(done, 200)
            #expect(try cast.here.signIn("ben@example.com", RecoveryCast.newPassword).status == 200)
        }
    }

    @Test func `a reset that waits takes effect when its time has come, unless refused`() async throws {
        try await RecoveryCast.with { cast in
            let ben = try cast.here.holder("ben@example.com")
            try cast.askReset(of: "ben@example.com")
            expect(try cast.reset(by: try await cast.mail(to: "ben@example.com", for: "/reset")), 202)
            try cast.here.server.database.tamper("recoveries", set: "due_at = now()")
            #expect(
                try await eventually {
                    try cast.here.signIn("ben@example.com", RecoveryCast.newPassword).status == 200
                })
            #expect(try cast.client.get("/v1/users/me", token: ben.token).status == 401)
        }
    }

    @Test
    func `an address that is unverified elsewhere counts as taken, and its owner is mailed a way to free it`()
        async throws
    {
        try await RecoveryCast.with { cast in
            var ben = try cast.here.holder("ben@example.com")
            var carl = try cast.client.signUp()
            expectProblem(
                try cast.client.link(&carl, email: "ben@example.com"), 409, "email-already-in-use")
            let mail = try await cast.mail(to: "ben@example.com", for: "/release")
            #expect(try cast.here.press(mail).status == 200)
            #expect(try cast.client.link(&carl, email: "ben@example.com").status == 200)
            // Ben, whose account has no way in left, stays signed in, and can do no more than attach another.
            let deletion = try cast.client.send("DELETE", "/v1/users/me", token: ben.token)
            expectProblem(deletion, 403, "proof-required")
            #expect(try cast.client.link(&ben, email: "ben@example.org").status == 200)
            // Of a verified one nobody is told.
            var dee = try cast.client.signUp()
            expectProblem(
                try cast.client.link(&dee, email: cast.email), 409, "email-already-in-use")
        }
    }
}

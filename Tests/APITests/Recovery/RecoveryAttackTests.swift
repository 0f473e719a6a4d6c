import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// What a thief tries who holds an access token or knows the password, and what the owner has against it.
struct RecoveryAttackTests {
    @Test func `a stolen access token links nothing, takes nothing off, and attaches no e-mail`() async throws
    {
        try await RecoveryCast.with { cast in
            let token = cast.owner.token
            let link = try cast.client.send(
                "PUT", IdentityCast.path, token: token, ["id_token": .string(try cast.token(of: "thief"))])
            expectProblem(link, 403, "proof-required")
            expectProblem(try cast.link("thief", password: "a guess of mine"), 403, "proof-wrong")
            // A token of an identity that the account hasn't proves nothing.
            let stranger = try cast.client.send(
                "PUT", IdentityCast.path, token: token,
                ["id_token": .string(try cast.token(of: "thief")), "proof": try cast.proof(of: "thief")])
            expectProblem(stranger, 403, "proof-wrong")
            try cast.link("vera").required(200)
            expectProblem(try cast.unlink([:]), 403, "proof-required")
            expectProblem(try cast.client.send("DELETE", "/v1/users/me", token: token), 403, "proof-required")
            #expect(try cast.me()?["identities"]?.array?.map { $0["provider"] } == ["ours"])
        }
    }

    @Test func `an identity proves once, freshly, and the same request again is answered the same`()
        async throws
    {
        try await RecoveryCast.with { cast in
            try cast.link("vera").required(200)
            let proof = try cast.proof(of: "vera")
            let change: JSONValue = ["email": "vera@example.org", "proof": proof]
            for _ in 0..<2 {
                let reply = try cast.client.send(
                    "PUT", "/v1/users/me/email", token: cast.owner.token, change)
                #expect(reply.status == 202)
            }
            let other: JSONValue = ["email": "vera@example.info", "proof": proof]
            expectProblem(
                try cast.client.send("PUT", "/v1/users/me/email", token: cast.owner.token, other), 403,
                "proof-wrong")
            let old = try cast.issuer.token(of: "\(cast.name)-vera", #","auth_time":1700000000"#)
            let stale: JSONValue = ["proof": ["provider": "ours", "id_token": .string(old)]]
            expectProblem(try cast.unlink(stale), 403, "proof-wrong")
            _ = try await cast.mail(to: "vera@example.org", for: "/verify")
            #expect(cast.here.mails.received(by: "vera@example.org").count == 1)
        }
    }

    @Test func `what a thief linked goes with the owner's undo, and what it took off returns`() async throws {
        try await RecoveryCast.with { cast in
            try cast.link("vera").required(200)
            let linking = try await cast.mail(for: "/undo")
            try cast.age(10)
            #expect(try cast.unlink(["password": .string(TestClient.password)]).status == 204)
            let undo = try await cast.mail(for: "/undo", after: linking)
            try cast.link("thief").required(200)
            #expect(try cast.signIn(by: "vera").status == 404)
            let page = try cast.here.press(undo)
            #expect(page.status == 200 && page.text.contains("as it was before the change"))
            #expect(try cast.signIn(by: "thief").status == 404)
            #expect(try cast.signIn(by: "vera").status == 200)
            #expect(try cast.here.signIn(cast.email).status == 401)
            let reset = try await cast.mail(for: "/reset")
            try cast.reset(by: reset).required(200)
            #expect(try cast.here.signIn(cast.email, RecoveryCast.newPassword).status == 200)
        }
    }

    @Test func `an undo link that a thief gets takes nothing from an earlier one`() async throws {
        try await RecoveryCast.with { cast in
            try cast.askChange(to: cast.other).required(202)
            let owners = try await cast.mail(for: "/undo")
            #expect(
                try cast.here.press(try await cast.mail(to: cast.other, for: "/verify")).status == 200
            )
            try cast.askChange(to: "second@example.net").required(202)
            let thiefs = try await cast.mail(to: cast.other, for: "/undo")
            #expect(try cast.here.press(thiefs).status == 200)
            let reset = try await cast.mail(to: cast.other, for: "/reset")
            try cast.reset(by: reset, to: "the thief's own word").required(200)
            #expect(try cast.here.press(owners).status == 200)
            #expect(try cast.here.signIn(cast.other, "the thief's own word").status == 401)
            try cast.reset(by: try await cast.mail(for: "/reset")).required(200)
            let back = try cast.here.signIn(cast.email, RecoveryCast.newPassword)
            #expect(TestUser(try back.required(200)).uid == cast.owner.uid)
        }
    }

    @Test func `who knows the password can't keep the owner from a reset`() async throws {
        try await RecoveryCast.with { cast in
            try cast.askReset()
            let mail = try await cast.mail(for: "/reset")
            try cast.changePassword(to: "the thief's own word").required(200)
            try cast.reset(by: mail).required(200)
            #expect(try cast.here.signIn(cast.email, RecoveryCast.newPassword).status == 200)
        }
    }

    @Test func `after a recovery what was there before is guarded by its own proof`() async throws {
        try await RecoveryCast.with { cast in
            try cast.link("vera").required(200)
            try cast.age(10)
            try cast.askReset()
            try cast.reset(by: try await cast.mail(for: "/reset")).required(200)
            let now = TestUser(
                try cast.here.signIn(cast.email, RecoveryCast.newPassword).required(200))
            let password: JSONValue = ["password": .string(RecoveryCast.newPassword)]
            let unlink = { (body: JSONValue) in
                try cast.client.send("DELETE", IdentityCast.path, token: now.token, body)
            }
            expectProblem(try unlink(password), 403, "proof-required")
            let change = try cast.client.send(
                "PUT", "/v1/users/me/email", token: now.token,
                ["current_password": .string(RecoveryCast.newPassword), "email": "x@example.net"])
            expectProblem(change, 403, "proof-required")
            #expect(try unlink(["proof": try cast.proof(of: "vera")]).status == 204)
        }
    }

    @Test func `wrong proofs have a limit of their own, and never count against signing in`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: RateLimit(1, perSeconds: 3_600), signInFailuresPerAddress: nil,
            signUpsPerAddress: nil, eventsPerUser: nil,
            wrongProofsPerSession: RateLimit(3, perSeconds: 3_600),
            passwordChangesPerUser: RateLimit(5, perSeconds: 86_400))
        try await RecoveryCast.with(limits: limits) { cast in
            let statuses = try (1...4).map { try cast.link("x", password: "guess number \($0)").status }
            #expect(statuses == [403, 403, 403, 429])
            let other = TestUser(try cast.here.signIn(cast.email).required(200))
            var current = TestClient.password
            let changes = try (1...6).map { number in
                let next = "parrot number \(number)"
                let reply = try cast.changePassword(to: next, from: current, by: other.token)
                if reply.status == 200 { current = next }
                return reply.status
            }
            #expect(changes == [200, 200, 200, 200, 200, 429])
        }
    }

    @Test func `whoever signs up with the freed address does not keep the owner from the undo`() async throws
    {
        try await RecoveryCast.with { cast in
            try cast.askChange().required(202)
            let undo = try await cast.mail(for: "/undo")
            #expect(try cast.here.press(try await cast.mail(to: cast.other, for: "/verify")).status == 200)
            var squatter = try cast.client.signUp()
            try cast.client.link(&squatter, email: cast.email).required(200)
            #expect(try cast.here.press(undo).status == 200)
            try cast.reset(by: try await cast.mail(for: "/reset")).required(200)
            let back = TestUser(try cast.here.signIn(cast.email, RecoveryCast.newPassword).required(200))
            #expect(back.uid == cast.owner.uid)
            // The account of the other goes on without the e-mail.
            #expect(try cast.me(squatter.token)?["email"] == .null)
        }
    }

    @Test func `an e-mail that was undone is not one to go back to`() async throws {
        try await RecoveryCast.with { cast in
            var undo: TestMail?
            for email in [cast.other, "second@example.net"] {
                try cast.askChange(to: email).required(202)
                if undo == nil { undo = try await cast.mail(for: "/undo") }
                #expect(try cast.here.press(try await cast.mail(to: email, for: "/verify")).status == 200)
            }
            let count = "SELECT count(*) FROM past_emails WHERE uid = '\(cast.owner.uid)'"
            #expect(try cast.here.server.database.psql(count) == "2")
            #expect(try cast.here.press(try #require(undo)).status == 200)
            // What is left of the past is the owner's own.
            #expect(try cast.here.server.database.psql(count) == "1")
        }
    }

    @Test func `an identity that its owner linked again returns with the undo of the unlink`() async throws {
        try await RecoveryCast.with { cast in
            try cast.link("vera").required(200)
            let linking = try await cast.mail(for: "/undo")
            try cast.age(10)
            #expect(try cast.unlink(["password": .string(TestClient.password)]).status == 204)
            let undo = try await cast.mail(for: "/undo", after: linking)
            try cast.link("vera").required(200)
            #expect(try cast.here.press(undo).status == 200)
            #expect(try cast.signIn(by: "vera").status == 200)
            let other = try cast.client.signUp()
            let taken = try cast.client.send(
                "PUT", IdentityCast.path, token: other.token,
                ["id_token": .string(try cast.token(of: "vera"))])
            expectProblem(taken, 409, "identity-already-in-use")
        }
    }

    @Test func `the former password is no way to guess the new one`() async throws {
        let limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, wrongProofsPerSession: RateLimit(3, perSeconds: 3_600))
        try await RecoveryCast.with(limits: limits) { cast in
            try cast.changePassword().required(200)
            let statuses = try (1...4).map { try cast.changePassword(to: "guess number \($0)").status }
            #expect(statuses == [403, 403, 403, 429])
            // Nor does the right one pass then.
            #expect(try cast.changePassword().status == 429)
        }
    }
}

import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What administrators do for an owner who has lost an account: with a reason in the audit, and told by mail.
struct SupportTests {
    private static let reason: JSONValue = ["reason": "The owner called"]

    private func path(_ cast: RecoveryCast, _ rest: String) -> String {
        "/v1/admin/users/\(cast.owner.uid)/\(rest)"
    }

    private func audited(_ cast: RecoveryCast) throws -> String {
        try cast.here.server.database.psql(
            """
            SELECT string_agg(action || ' ' || detail, ', ' ORDER BY id) FROM audit_entries
            WHERE uid = '\(cast.owner.uid)'
            """
        )
    }

    @Test func `sessions are listed and ended, and the owner is told`() async throws {
        try await RecoveryCast.with { cast in
            let key = try await cast.here.server.key(.admin)
            let read = try await cast.here.server.key(.read)
            let listed = try cast.client.get(path(cast, "sessions"), token: read)
            expect(listed, 200)
            #expect(listed.json["sessions"]?.array?.count == 1)
            #expect(try cast.client.send("DELETE", path(cast, "sessions"), token: key).status == 400)
            let ended = try cast.client.send("DELETE", path(cast, "sessions"), token: key, Self.reason)
            #expect(ended.status == 204)
            #expect(
                try await eventually {
                    try cast.client.get("/v1/users/me", token: cast.owner.token).status == 401
                })
            #expect(try audited(cast) == "user.sign_out The owner called")
            let told = await eventually {
                cast.here.mails.received(by: cast.email).contains {
                    $0.text.contains("An administrator changed")
                }
            }
            #expect(told)
        }
    }

    @Test func `an identity is unlinked with a mail that undoes it, and where there is none nothing happens`()
        async throws
    {
        try await RecoveryCast.with { cast in
            let key = try await cast.here.server.key(.admin)
            let unlink = {
                try cast.client.send("DELETE", path(cast, "identities/ours"), token: key, Self.reason)
            }
            #expect(try unlink().status == 204)
            #expect(try audited(cast) == "")
            try cast.link("vera").required(200)
            let linking = try await cast.mail(for: "/undo")
            #expect(try unlink().status == 204)
            #expect(try cast.signIn(by: "vera").status == 404)
            #expect(try audited(cast) == "user.unlink_identity ours: The owner called")
            // A password is left, and so are the sessions.
            #expect(try cast.client.get("/v1/users/me", token: cast.owner.token).status == 200)
            let unlinking = try await cast.mail(for: "/undo", after: linking)
            #expect(try cast.here.press(unlinking).status == 200)
            #expect(try cast.signIn(by: "vera").status == 200)
        }
    }

    @Test func `without the last way in nobody stays signed in`() async throws {
        try await RecoveryCast.with { cast in
            let key = try await cast.here.server.key(.admin)
            let player = try cast.client.signUp()
            let linked = try cast.client.send(
                "PUT", IdentityCast.path, token: player.token,
                ["id_token": .string(try cast.token(of: "only"))])
            expect(linked, 200)
            let done = try cast.client.send(
                "DELETE", "/v1/admin/users/\(player.uid)/identities/ours", token: key, Self.reason)
            #expect(done.status == 204)
            #expect(
                try await eventually {
                    try cast.client.get("/v1/users/me", token: player.token).status == 401
                })
        }
    }

    @Test func `a reset is mailed, and another e-mail ends all that the former one could do`() async throws {
        try await RecoveryCast.with { cast in
            let key = try await cast.here.server.key(.admin)
            let asked = try cast.client.send(
                "POST", path(cast, "password-reset"), token: key, Self.reason)
            #expect(asked.status == 202)
            let reset = try await cast.mail(for: "/reset")
            try cast.askChange().required(202)
            let undo = try await cast.mail(for: "/undo")
            let set = try cast.client.send(
                "PUT", path(cast, "email"), token: key,
                ["email": "vera@example.org", "reason": "The owner called"])
            expect(set, 200)
            #expect(set.json["user"]?["email"] == "vera@example.org")
            #expect(set.json["user"]?["email_verified"] == true)
            expectProblem(try cast.reset(by: reset), 410, "mail-link-gone")
            #expect(try cast.here.press(undo).status == 410)
            #expect(try cast.here.signIn(cast.email).status == 401)
            #expect(try cast.here.signIn("vera@example.org").status == 200)
            #expect(
                try audited(cast) == "user.mail_reset The owner called, user.set_email The owner called")
            let anonymous = try cast.client.signUp()
            let refused = try cast.client.send(
                "PUT", "/v1/admin/users/\(anonymous.uid)/email", token: key,
                ["email": "x@example.org", "reason": "A mistake"])
            expectProblem(refused, 409, "no-email")
        }
    }
}

import Accounts
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/users` and `GET /v1/users/me`.
struct UsersTests {
    static let userMembers = [
        "uid", "is_anonymous", "email", "email_verified", "referral_code", "referred_by", "level",
        "highest_level",
        "last_signin_at", "created_at",
    ]
    static let sessionMembers = [
        "access_token", "token_type", "expires_in", "refresh_token", "refresh_expires_in",
    ]

    @Test func `signs a new install in anonymously`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let reply = try client.send("POST", "/v1/users", [:])
            expect(reply, 201)
            #expect(reply[header: "location"] == "/v1/users/me")
            #expect(reply.json.names == ["user", "session", "referral"])
            let user = try #require(reply.json["user"])
            #expect(user.names == Self.userMembers)
            let uid = try #require(user["uid"]?.string)
            #expect(uid.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
            #expect(Array(uid)[14] == "7")
            #expect(user["is_anonymous"] == true)
            #expect(user["email"] == .null)
            let code = try #require(user["referral_code"]?.string)
            #expect(code.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{10}/) != nil)
            #expect(user["referred_by"] == .null)
            #expect(user["level"] == 0)
            #expect(user["highest_level"] == 0)
            #expect(user["last_signin_at"] == .null)
            #expect(user["created_at"]?.isTime == true)
            let session = try #require(reply.json["session"])
            #expect(session.names == Self.sessionMembers)
            #expect(session["token_type"] == "Bearer")
            #expect(session["expires_in"] == 900)
            #expect(session["refresh_expires_in"]?.integer ?? 0 > 86_400)
            #expect(
                reply.json["referral"] == ["status": "none", "referred_by": .null, "reason": .null])
            let me = try client.get("/v1/users/me", token: session["access_token"]?.string)
            expect(me, 200)
            #expect(me.json["user"]?.names == Self.userMembers + ["identities", "deletion_at", "reset_at"])
            #expect(try client.seenByAll(TestUser(reply)) == user)
        }
    }

    @Test func `records a referrer named by uid or by code, in any case`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            for claim in [anne.uid, anne.uid.uppercased(), anne.code, anne.code.lowercased()] {
                let reply = try client.send("POST", "/v1/users", ["referred_by": .string(claim)])
                expect(reply, 201)
                #expect(
                    reply.json["referral"]
                        == ["status": "recorded", "referred_by": .string(anne.uid), "reason": .null])
                #expect(reply.json["user"]?["referred_by"]?.string == anne.uid)
            }
        }
    }

    @Test
    func `signs in all the same when the referrer is unknown, and keeps the value for the administrator`()
        async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            for claim in ["00000000-0000-7000-8000-000000000000", "0000000000"] {
                let reply = try client.send("POST", "/v1/users", ["referred_by": .string(claim)])
                expect(reply, 201)
                #expect(
                    reply.json["referral"]
                        == ["status": "rejected", "referred_by": .null, "reason": "unknown_referrer"])
                let user = TestUser(reply)
                #expect(try client.get("/v1/users/me", token: user.token).status == 200)
                let seen = try client.get("/v1/admin/users/\(user.uid)", token: key)
                #expect(seen.json["referral"]?["status"] == "rejected")
                #expect(seen.json["referral"]?["claimed"]?.string == claim)
            }
        }
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let body: JSONValue
        let mistakes: [String]

        var testDescription: String { mistakes.joined(separator: ", ") }
    }

    static let mistakes = [
        Mistake(body: ["referred_by": "a friend"], mistakes: ["/referred_by invalid"]),
        Mistake(body: ["referred_by": 5], mistakes: ["/referred_by wrong_type"]),
        Mistake(body: ["referred_by": ""], mistakes: ["/referred_by invalid"]),
        Mistake(body: ["referredBy": "0000000000"], mistakes: ["/referredBy unknown_field"]),
        Mistake(body: ["match_confidence": "sure"], mistakes: ["/match_confidence invalid"]),
        Mistake(
            body: ["referred_by": [], "match_confidence": 1, "a/b": 2],
            mistakes: ["/referred_by wrong_type", "/match_confidence wrong_type", "/a~1b unknown_field"]),
        Mistake(body: [1], mistakes: [" wrong_type"]),
    ]

    @Test func `refuses a sign-up whose fields are wrong, and names each`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            for row in Self.mistakes {
                let reply = try client.send("POST", "/v1/users", row.body)
                expectProblem(reply, 422, "validation", mistakes: row.mistakes)
                #expect(
                    reply.json["errors"]?.array?.allSatisfy { $0["detail"]?.string?.isEmpty == false } == true
                )
            }
            #expect(try server.database.psql("SELECT count(*) FROM users") == "0")
        }
    }

    @Test func `takes null for a field left out`() async throws {
        try await TestServer.with { server in
            let reply = try server.client.send(
                "POST", "/v1/users", ["referred_by": .null, "match_confidence": .null])
            expect(reply, 201)
            #expect(reply.json["referral"]?["status"] == "none")
        }
    }
}

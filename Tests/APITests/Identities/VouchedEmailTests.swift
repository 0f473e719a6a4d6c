import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// E-mails that a provider vouches for.
struct VouchedEmailTests {
    private static func email(_ email: String, _ verified: String = "true") -> String {
        #","email":"\#(email)","email_verified":\#(verified)"#
    }

    @Test func `it is the user's, proved, where the user has none and nobody else has it`() async throws {
        try await IdentityCast.with { cast in
            let ben = try cast.client.signUp()
            let reply = try cast.link(
                ben, try cast.issuer.token(of: "ben", Self.email("Ben@Example.com", #""true""#)))
            expect(reply, 200)
            #expect(reply.json["user"]?["email"] == "ben@example.com")
            #expect(reply.json["user"]?["email_verified"] == true)
            let user = try cast.me(ben.token).json["user"]
            #expect(user?["email"] == "ben@example.com" && user?["email_verified"] == true)
            let facts = try cast.server.database.psql(
                "SELECT string_agg(type::text, ' ' ORDER BY id) FROM events")
            #expect(facts == "credential_linked email_verified")
            // It has no password, and nobody gets in by it.
            for password in ["!", "a good password"] {
                let reply = try cast.client.send(
                    "POST", "/v1/sessions",
                    ["email": "ben@example.com", "password": .string(password)])
                expectProblem(reply, 401, "invalid-credentials")
            }
            var carl = try cast.client.signUp()
            expectProblem(
                try cast.client.link(&carl, email: "ben@example.com"), 409, "email-already-in-use")
        }
    }

    @Test func `nobody is joined by one, and one that isn't vouched for is none`() async throws {
        try await IdentityCast.with { cast in
            var anne = try cast.client.signUp()
            try cast.client.link(&anne, email: "anne@example.com").required(200)
            let ben = try cast.client.signUp()
            let tokens = try cast.issuer.tokens(of: ["ben"], Self.email("anne@example.com"))
            let reply = try cast.link(ben, tokens[0])
            expect(reply, 200)
            #expect(reply.json["user"]?["uid"]?.string == ben.uid)
            #expect(reply.json["user"]?["email"] == .null && reply.json["user"]?["email_verified"] == false)
            #expect(try TestUser(cast.signIn(tokens[0])).uid == ben.uid)
            let carl = try cast.client.signUp()
            let unsure = try cast.link(
                carl, try cast.issuer.token(of: "carl", Self.email("carl@example.com", "false")))
            expect(unsure, 200)
            #expect(unsure.json["user"]?["email"] == .null)
            let dee = try cast.link(
                try cast.client.signUp(), try cast.issuer.token(of: "dee", Self.email("no e-mail")))
            expect(dee, 200)
            // A user's own is proved by it, and another one stays beside.
            let same = try cast.link(
                anne, try cast.issuer.token(of: "anne", Self.email("anne@example.com")),
                showing: IdentityCast.password)
            expect(same, 200)
            #expect(same.json["user"]?["email_verified"] == true)
            var eve = try cast.client.signUp()
            try cast.client.link(&eve, email: "eve@example.com").required(200)
            let other = try cast.link(
                eve, try cast.issuer.token(of: "eve", Self.email("e@example.com")),
                showing: IdentityCast.password)
            #expect(other.json["user"]?["email"] == "eve@example.com")
            #expect(other.json["user"]?["email_verified"] == false)
        }
    }

    @Test func `an account without an e-mail gets one with a password, and no second reward`() async throws {
        try await IdentityCast.with { cast in
            let client = cast.client
            let key = try await cast.server.key(.server)
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            expect(try cast.link(ben, try cast.issuer.token(of: "ben")), 200)
            #expect(try client.balance(token: ben.token) == 50)
            let last = try cast.me(ben.token).json["user"]?["last_signin_at"]
            func link(_ email: String, _ proof: JSONValue? = nil) throws -> TestClient.Reply {
                let body =
                    [JSONMember("email", .string(email))]
                    + [JSONMember("password", .string(TestClient.password))]
                    + (proof?["proof"].map { [JSONMember("proof", $0)] } ?? [])
                return try client.send("PUT", "/v1/users/me/credential", token: ben.token, .object(body))
            }
            expectProblem(try link("ben@example.com"), 403, "proof-required")
            expectProblem(try link("ben@example.com", try cast.proof(of: "anne")), 403, "proof-wrong")
            let reply = try link("ben@example.com", try cast.proof(of: "ben"))
            expect(reply, 200)
            #expect(reply.json["rewards"] == [] && reply.json["user"]?["email"] == "ben@example.com")
            #expect(reply.json["user"]?["email_verified"] == false && reply.json["session"] == nil)
            // Its sessions go on.
            #expect(try cast.me(ben.token).json["user"]?["last_signin_at"] == last)
            #expect(try client.balance(token: ben.token) == 50)
            #expect(try client.signIn("ben@example.com").status == 200)
            let read = try await cast.server.key(.read)
            let counts = try client.get("/v1/admin/users/\(anne.uid)", token: read).json["counts"]
            #expect(counts == ["referred": 1, "signed_up": 1, "rewarded": 0])
            expectProblem(try link("another@example.com"), 409, "credential-already-linked")
            #expect(try link("ben@example.com").required(200).json["session"] != nil)
            // One that its back end has made is its back end's to change.
            let dee = TestUser(try client.send("POST", "/v1/users", token: key, ["external_id": "dee"]))
            var made = dee
            expectProblem(try client.link(&made, email: "dee@example.com"), 403, "proof-required")
        }
    }
}

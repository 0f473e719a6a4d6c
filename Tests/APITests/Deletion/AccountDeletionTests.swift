import Crypto
import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// `DELETE /v1/users/me`, and administrators' `DELETE /v1/admin/users/{uid}`.
struct AccountDeletionTests {
    static let path = "/v1/users/me"

    @Test func `an account is erased when its days are over, by PostgreSQL's clock`() async throws {
        try await TestServer.withMovableClock { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            let reply = try client.leave(ben)
            expect(reply, 202)
            #expect(reply.json.names == ["erased_at"] && reply.json["erased_at"]?.isTime == true)
            // Sessions go on until then, and refreshing one takes nothing back.
            let refreshed = try client.send(
                "POST", "/v1/sessions/refresh", ["refresh_token": .string(ben.refreshToken)])
            expect(refreshed, 200)
            let me = try client.get(Self.path, token: ben.token).required(200).json["user"]
            #expect(me?["deletion_at"] == reply.json["erased_at"])
            let key = try await server.key(.admin)
            let waiting = try client.inspect(ben, key: key)
            #expect(waiting["leaving"]?["due_at"] == reply.json["erased_at"])
            #expect(waiting["leaving"]?["erased_at"] == .null && waiting["user"]?["erased"] == nil)
            try server.database.moveClock(by: "6 days 23 hours")
            #expect(try await !eventually(seconds: 2) { try client.isErased(ben, key: key) })
            try server.database.moveClock(by: "7 days 1 minute")
            #expect(try await eventually { try client.isErased(ben, key: key) })
            expectProblem(try client.signIn("ben@example.com"), 401, "invalid-credentials")
            // The e-mail is anybody's.
            var other = try client.signUp()
            #expect(try client.link(&other, email: "ben@example.com").status == 200)
            // What came in meanwhile is looked for once more.
            try server.database.moveClock(by: "7 days 1 hour")
            #expect(
                try await eventually { try client.inspect(ben, key: key)["leaving"]?["due_at"] == .null })
        }
    }

    @Test func `a call cancels the deletion once, and a mail says so`() async throws {
        try await MailServed.with { here in
            let ben = try here.owner()
            expect(try here.client.leave(ben), 202)
            for _ in 0..<2 {
                expect(try here.client.send("DELETE", Self.path + "/deletion", token: ben.token), 204)
            }
            func notices() -> [TestMail] {
                here.mails.received(by: "ben@example.com").filter { $0.subject == "Your account stays" }
            }
            #expect(
                try await eventually {
                    try here.server.database.psql("SELECT count(*) FROM mails") == "0"
                })
            #expect(notices().map(\.page) == [nil])
            #expect(try here.server.database.psql("SELECT count(*) FROM erasures") == "0")
            let key = try await here.server.key(.admin)
            #expect(try here.client.inspect(ben, key: key)["leaving"] == .null)
        }
    }

    @Test func `signing in takes it back, and a second wish begins anew`() async throws {
        try await TestServer.withMovableClock { server in
            let client = try server.client
            let key = try await server.key(.admin)
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            expect(try client.leave(ben), 202)
            try server.database.moveClock(by: "6 days")
            let back = try client.signIn("ben@example.com")
            expect(back, 200)
            ben = TestUser(back)
            #expect(try client.inspect(ben, key: key)["leaving"] == .null)
            try server.database.moveClock(by: "20 days")
            #expect(try await !eventually(seconds: 2) { try client.isErased(ben, key: key) })
            expect(try client.signIn("ben@example.com"), 200)
        }
    }

    @Test func `an account's password is needed, and wrong ones are counted`() async throws {
        var options = TestServer.Options()
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil,
            signUpsPerAddress: nil, eventsPerUser: nil, wrongProofsPerSession: RateLimit(2, perSeconds: 3_600)
        )
        try await TestServer.with(options) { server in
            let client = try server.client
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            expectProblem(
                try client.send("DELETE", Self.path, token: ben.token), 403, "proof-required")
            for _ in 0..<2 {
                expectProblem(try client.leave(ben, "another password"), 403, "proof-wrong")
            }
            expectProblem(try client.leave(ben), 429, "too-many-requests")
            expectProblem(
                try client.send("DELETE", Self.path, token: ben.token, ["pass": "x"]), 422, "validation",
                mistakes: ["/pass unknown_field"])
            expect(try client.get(Self.path, token: ben.token), 200)
        }
    }

    @Test func `who is anonymous can't come back, and is erased at once`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.admin)
            let headers = ["Idempotency-Key": newID()]
            let ben = TestUser(try client.send("POST", "/v1/users", headers: headers, [:]))
            expect(try client.send("DELETE", Self.path, token: ben.token), 202)
            // Nor does the key of the sign-up lead back, from the reply on.
            let again = TestUser(try client.send("POST", "/v1/users", headers: headers, [:]))
            #expect(again.uid != ben.uid && !again.uid.isEmpty)
            #expect(try await eventually { try client.isErased(ben, key: key) })
            let next = TestUser(try client.send("POST", "/v1/users", headers: headers, [:]))
            #expect(next.uid == again.uid)
        }
    }

    @Test func `administrators erase at once, again, and nobody there isn't`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.admin)
            var ben = try client.signUp()
            try client.link(&ben, email: "ben@example.com")
            for _ in 0..<2 {
                #expect(
                    try client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: key).status == 204)
                #expect(try client.isErased(ben, key: key))
            }
            expectProblem(try client.get(Self.path, token: ben.token), 401, "unauthenticated")
            for nobody in [newID(), "nobody"] {
                expectProblem(
                    try client.send("DELETE", "/v1/admin/users/\(nobody)", token: key), 404, "not-found")
            }
            let audited =
                "SELECT count(*) FROM audit_entries WHERE action = 'user.erase' AND uid = '\(ben.uid)'"
            #expect(try server.database.psql(audited) == "2")
        }
    }

    @Test func `a tombstone is nobody's friend, and takes no events`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let (admin, back) = (try await server.key(.admin), try await server.key(.server))
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            try client.link(&ben, email: "ben@example.com")
            try client.reachLevel(6, token: ben.token, id: newID())
            #expect(try client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: admin).status == 204)
            let friends = try client.get("/v1/users/me/referrals", token: anne.token).json
            #expect(friends["counts"] == ["referred": 1, "signed_up": 1, "rewarded": 1])
            let friend = try #require(friends["referrals"]?.array?.first)
            #expect(friend["erased"] == true && friend["uid"]?.string == ben.uid)
            #expect(try client.balance(token: anne.token) == 50)
            expectProblem(
                try client.reachLevel(7, token: back, id: newID(), uid: ben.uid), 422, "validation",
                mistakes: ["/uid unknown_user"])
            for name in [ben.code, ben.uid] {
                let reply = try client.send("POST", "/v1/users", ["referred_by": .string(name)])
                #expect(reply.json["referral"]?["reason"] == "unknown_referrer")
            }
            #expect(try client.get("/v1/admin/ledger/check", token: admin).json["balanced"] == true)
        }
    }

    @Test
    func `nobody redeems from a tombstone; a call that comes again, refunds and corrections are booked`()
        async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let (admin, back) = (try await server.key(.admin), try await server.key(.server))
            let ben = try client.signUp()
            let id = newID()
            try client.move(50, .adjustment, of: ben.uid, key: admin).required(201)
            try client.move(20, .redemption, of: ben.uid, id: id, key: back).required(201)
            #expect(try client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: admin).status == 204)
            expectProblem(try client.move(10, .redemption, of: ben.uid, key: back), 404, "not-found")
            // Its reason is erased by now.
            let again = try client.move(20, .redemption, of: ben.uid, id: id, key: back)
            #expect(again.status == 200 && again.json["entry"]?["reason"] == "erased", "\(again.text)")
            expectProblem(
                try client.move(21, .redemption, of: ben.uid, id: id, key: back), 422, "entry-id-reused")
            let refund = "/v1/users/\(ben.uid)/redemptions/\(id)/refund"
            expect(
                try client.send("POST", refund, token: back, ["id": .string(newID()), "reason": "broken"]),
                201)
            expect(try client.move(-50, .adjustment, of: ben.uid, key: admin), 201)
            #expect(try client.get("/v1/admin/ledger/check", token: admin).json["balanced"] == true)
        }
    }
}

extension TestClient {
    func leave(_ user: TestUser, _ password: String = TestClient.password) throws -> Reply {
        try send("DELETE", AccountDeletionTests.path, token: user.token, ["password": .string(password)])
    }

    func signIn(_ email: String) throws -> Reply {
        try send("POST", "/v1/sessions", ["email": .string(email), "password": .string(Self.password)])
    }

    func inspect(_ user: TestUser, key: String) throws -> JSONValue {
        try get("/v1/admin/users/\(user.uid)", token: key).required(200).json
    }

    func isErased(_ user: TestUser, key: String) throws -> Bool {
        let user = try inspect(user, key: key)["user"]
        return user?["erased"] == true && user?["email"] == .null
    }
}

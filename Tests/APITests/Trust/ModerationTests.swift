import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// What is thought of a user: watched and blocked.
struct ModerationStatusTests {
    private func set(_ standing: String, _ user: TestUser, _ cast: TrustCast) throws -> TestClient.Reply {
        try cast.client.send(
            "PUT", "/v1/admin/users/\(user.uid)/standing", token: cast.admin,
            ["standing": .string(standing), "reason": "a test"])
    }

    @Test func `watched holds all that a user would be paid, until it is good again`() async throws {
        try await TrustCast.with { cast in
            let anne = try cast.client.signUp()
            func bring() throws -> [String] {
                try cast.reach(5, try cast.friend(of: anne))
                return try cast.rewards()
            }
            #expect(try bring() == ["paid"])
            expect(try set("watched", anne, cast), 200)
            #expect(await soon { (try? bring().last) == "held watched" })
            let shown = try cast.client.get("/v1/admin/users/\(anne.uid)", token: cast.admin)
            #expect(shown.json["standing"] == "watched")
            let list = "/v1/admin/users?standing="
            let watched = try cast.client.get(list + "watched", token: cast.admin).json["users"]?.array
            #expect(watched?.map { $0["uid"]?.string } == [anne.uid])
            #expect(try cast.client.get(list + "blocked", token: cast.admin).json["users"] == [])
            let good = try cast.client.get(list + "good", token: cast.admin).json["users"]?.array ?? []
            #expect(!good.isEmpty && !good.contains { $0["uid"]?.string == anne.uid })
            #expect(try cast.client.get(list + "bad", token: cast.admin).mistakes == ["/standing invalid"])
            expect(try set("good", anne, cast), 200)
            #expect(await soon { (try? bring().last) == "paid" })
            let audit =
                "SELECT string_agg(detail, '; ' ORDER BY id) FROM audit_entries WHERE uid = '\(anne.uid)'"
            #expect(
                try cast.server.database.psql(audit)
                    == "good → watched: a test; watched → good: a test")
        }
    }

    @Test func `blocked is paid nothing, and its tokens are refused everywhere within a second`()
        async throws
    {
        try await TrustCast.with { cast in
            var anne = try cast.client.signUp()
            try cast.client.link(&anne, email: "anne@example.com").required(200)
            let ben = try cast.friend(of: anne)
            expect(try set("blocked", anne, cast), 200)
            let clients = try (0..<4).map { _ in try cast.server.client }
            for client in clients {
                let isRefused = try await soon {
                    try client.get("/v1/users/me", token: anne.token).problem == "blocked"
                }
                #expect(isRefused)
                let refresh: JSONValue = ["refresh_token": .string(anne.refreshToken)]
                expectProblem(try client.send("POST", "/v1/sessions/refresh", refresh), 403, "blocked")
                let signIn: JSONValue = [
                    "email": "anne@example.com", "password": .string(TestClient.password),
                ]
                expectProblem(try client.send("POST", "/v1/sessions", signIn), 403, "blocked")
            }
            try cast.reach(5, ben)
            #expect(try cast.rewards() == [])
            expect(try set("good", anne, cast), 200)
            let isBack = try await soon {
                try clients.allSatisfy { try $0.get("/v1/users/me", token: anne.token).status == 200 }
            }
            #expect(isBack)
        }
    }

    @Test
    func `one who is blocked while a reward waits for its time isn't paid, one who is watched waits on`()
        async throws
    {
        try await TrustCast.with { cast in
            let held = RulesInForceTests.rule(
                "waits",
                [
                    "hold": ["hours": 1],
                    "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 10]],
                ])
            try cast.client.send("POST", RulesTests.path, token: cast.admin, held).required(201)
            let referrers = try (0..<3).map { _ in try cast.client.signUp() }
            for referrer in referrers {
                let brought = try await eventually {
                    try cast.reach(3, try cast.friend(of: referrer))
                    return try cast.server.database.psql(
                        "SELECT count(*) > 0 FROM rewards WHERE uid = '\(referrer.uid)' AND rule = 'waits'")
                        == "t"
                }
                #expect(brought)
            }
            expect(try set("watched", referrers[0], cast), 200)
            expect(try set("blocked", referrers[1], cast), 200)
            try cast.server.database.psql(
                """
                ALTER TABLE rewards DISABLE TRIGGER USER;
                UPDATE rewards SET release_at = now() WHERE release_at IS NOT NULL;
                ALTER TABLE rewards ENABLE TRIGGER USER;
                """)
            for (referrer, status) in zip(referrers, ["held watched", "void", "paid"]) {
                let found = """
                    SELECT DISTINCT trim(status || ' ' || codes) FROM rewards
                    WHERE uid = '\(referrer.uid)' AND rule = 'waits'
                    """
                #expect(try await eventually { try cast.server.database.psql(found) == status })
            }
        }
    }

    @Test func `of nobody nothing is thought, and a reason is asked for`() async throws {
        try await TrustCast.with { cast in
            let path = "/v1/admin/users/\(newID())/standing"
            let body: JSONValue = ["standing": "watched", "reason": "a test"]
            expectProblem(try cast.client.send("PUT", path, token: cast.admin, body), 404, "not-found")
            let blank: JSONValue = ["standing": "bad", "reason": "  "]
            let reply = try cast.client.send("PUT", path, token: cast.admin, blank)
            #expect(reply.mistakes == ["/standing invalid", "/reason too_short"])
        }
    }

    @Test func `a reward for a blocked friend that isn't paid yet is a review, in either order`() async throws
    {
        try await TrustCast.with { cast in
            let held = RulesInForceTests.rule(
                "waits",
                [
                    "hold": ["hours": 1],
                    "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 10]],
                ])
            try cast.client.send("POST", RulesTests.path, token: cast.admin, held).required(201)
            let anne = try cast.client.signUp()
            let (early, late, good) = (
                try cast.friend(of: anne), try cast.friend(of: anne), try cast.friend(of: anne)
            )
            func reward(_ friend: TestUser) throws -> String {
                try cast.server.database.psql(
                    """
                    SELECT trim(status || ' ' || (release_at IS NULL)::text || ' ' || codes) FROM rewards
                    WHERE subject = '\(friend.uid)' AND rule = 'waits'
                    """)
            }
            for friend in [late, good] {
                let isHeld = try await eventually {
                    try cast.reach(3, friend)
                    return try reward(friend) == "held false"
                }
                #expect(isHeld)
            }
            for friend in [early, late] { expect(try set("blocked", friend, cast), 200) }
            // The app's back end reports the level.
            let server = try await cast.server.key(.server)
            try cast.client.reachLevel(3, token: server, id: newID(), uid: early.uid).required(200)
            #expect(try reward(early) == "held true blocked")
            try cast.server.database.tamper(
                "rewards", set: "release_at = now()", where: "release_at IS NOT NULL")
            #expect(try await eventually { try reward(good) == "paid false" })
            #expect(try await eventually { try reward(late) == "held true blocked" })
            let reviews = try cast.client.get("/v1/admin/reviews?rule=waits", token: cast.admin).json
            #expect(reviews["reviews"]?.array?.count == 2)
            #expect(try cast.client.balance(token: anne.token) == 10)
        }
    }
}

import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// One answer to "why was I not paid".
struct ExplanationTests {
    private static let pattern = "/v1/admin/users/{uid}/explanation"

    private struct Cast {
        let server: TestServer
        let caller: DescribedClient
        let admin: String
        let anne: TestUser

        var client: TestClient { caller.client }

        static func with(_ body: (Cast) async throws -> Void) async throws {
            try await TestServer.with { server in
                let caller = try DescribedClient(server)
                try await body(
                    Cast(
                        server: server, caller: caller, admin: try await server.key(.admin),
                        anne: try caller.client.signUp()))
            }
        }

        func explain(_ user: TestUser) throws -> JSONValue {
            try caller.send("GET", pattern, 200, uid: user.uid, token: admin).json
        }

        /// What is said of `rule` where Anne asks about `friend`.
        func about(_ friend: TestUser, _ rule: String) throws -> JSONValue? {
            try explain(anne)["as_referrer"]?.array?.first { $0["uid"]?.string == friend.uid }?["rules"]?
                .array?.first { $0["rule"]?.string == rule }
        }
    }

    @Test func `tells what is missing, as codes and as a sentence, until it is paid`() async throws {
        try await Cast.with { cast in
            let ben = try cast.client.signUp(referredBy: cast.anne.code)
            try cast.client.reachLevel(3, token: ben.token, id: newID())
            let before = try cast.about(ben, "level-5")
            #expect(before?["outcome"] == "not_yet" && before?["codes"] == ["level_below_5"])
            #expect(before?["text"] == "The player has reached level 3 of 5.")
            #expect(before?["reward"] == .null && before?["currency"] == "pieces_of_eight")
            try cast.client.reachLevel(5, token: ben.token, id: newID())
            let after = try cast.about(ben, "level-5")
            #expect(after?["outcome"] == "paid" && after?["reward"]?["amount"] == 50)
            // What Ben is to get for himself, and Anne, whom nobody referred.
            let own = try cast.explain(ben)
            #expect(own["as_referee"]?.array?.map { $0["rule"] } == ["signup"])
            #expect(own["as_referee"]?[0]?["codes"] == ["not_signed_up"])
            #expect(own["as_referrer"] == [] && own["has_more_friends"] == false)
            let nobody = try cast.explain(cast.anne)["as_referee"]?[0]
            #expect(nobody?["codes"] == ["not_signed_up", "no_referrer"] && nobody?["outcome"] == "not_yet")
        }
    }

    @Test func `a limit, a hold and an administrator's word are told as what they were`() async throws {
        try await Cast.with { cast in
            let rule = RulesInForceTests.rule(
                "one",
                [
                    "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 10]],
                    "limits": ["per_beneficiary": 1], "hold": ["hours": 24],
                ])
            try cast.client.send("POST", RulesTests.path, token: cast.admin, rule).required(201)
            let friends = try (0..<3).map { _ in try cast.client.signUp(referredBy: cast.anne.code) }
            for friend in friends.prefix(2) {
                try cast.client.reachLevel(3, token: friend.token, id: newID())
            }
            let held = try cast.about(friends[0], "one")
            #expect(held?["outcome"] == "held" && held?["codes"] == ["waiting"])
            #expect(held?["reward"]?["release_at"]?.string != nil)
            let denied = try cast.about(friends[1], "one")
            #expect(denied?["outcome"] == "denied" && denied?["codes"] == ["limit_beneficiary"])
            #expect(denied?["reward"] == .null)
            #expect(try cast.about(friends[2], "one")?["codes"] == ["level_below_3"])
            let id = try #require(held?["reward"]?["id"]?.string)
            try cast.client.send(
                "POST", "/v1/admin/users/\(cast.anne.uid)/rewards/\(id)/void", token: cast.admin,
                ["reason": "A ring"]
            ).required(200)
            #expect(try cast.about(friends[0], "one")?["outcome"] == "void")
            // The rule goes; what it gave and why stays.
            try cast.client.send("POST", RulesTests.path + "/one/archive", token: cast.admin).required(200)
            #expect(try cast.about(friends[0], "one")?["outcome"] == "void")
            #expect(try cast.about(friends[2], "one") == nil)
        }
    }

    @Test func `what is deserved and was not judged yet comes with the next event`() async throws {
        try await Cast.with { cast in
            let ben = try cast.client.signUp(referredBy: cast.anne.code)
            try cast.client.reachLevel(3, token: ben.token, id: newID())
            let rule = RulesInForceTests.rule(
                "late", ["pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 10]]])
            try cast.client.send("POST", RulesTests.path, token: cast.admin, rule).required(201)
            #expect(try await eventually { try cast.about(ben, "late")?["codes"] == ["next_event"] })
            let weak = try cast.client.signUp(referredBy: cast.anne.code, confidence: "weak")
            try cast.client.reachLevel(3, token: weak.token, id: newID())
            #expect(try await eventually { try cast.about(weak, "late")?["codes"] == ["weak_match"] })
            #expect(try cast.about(weak, "late")?["outcome"] == "denied")
        }
    }

    @Test func `of many friends the newest fifty are told of`() async throws {
        try await Cast.with { cast in
            try cast.server.database.psql(
                """
                INSERT INTO users (uid, referral_code, referred_by, created_at)
                SELECT gen_random_uuid(), lpad(i::text, 10, '0'), '\(cast.anne.uid)', now()
                FROM generate_series(1, 60) AS i
                """)
            let explanation = try cast.explain(cast.anne)
            #expect(explanation["as_referrer"]?.array?.count == 50)
            #expect(explanation["has_more_friends"] == true)
            let stranger = "/v1/admin/users/\(newID())/explanation"
            expectProblem(try cast.client.get(stranger, token: cast.admin), 404, "not-found")
        }
    }
}

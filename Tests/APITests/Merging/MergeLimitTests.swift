import HTTP
import JSON
import Limits
import TestSupport
import Testing

/// Merging makes no money: the account has what one player could have been given.
struct MergeLimitTests {
    private static func with(
        _ limits: RateLimits? = nil, _ body: (MergeCast) async throws -> Void
    ) async throws {
        var options = TestServer.Options()
        if let limits { options.limits = limits }
        try await TestServer.with(options) { server in try await body(try await MergeCast(server)) }
    }

    private static func put(_ name: String, _ members: [String: JSONValue], _ cast: MergeCast) async throws {
        var rule = members
        rule["name"] = .string(name)
        rule["description"] = "A test"
        rule["state"] = "active"
        try cast.client.send(
            "POST", "/v1/admin/rules", token: cast.admin, .object(rule.map { JSONMember($0.key, $0.value) })
        ).required(201)
        let probe = try cast.client.signUp()
        let isInForce = try await eventually {
            let reply = try cast.client.reachLevel(1, token: cast.back, id: newID(), uid: probe.uid)
            return reply.json["decisions"]?.array?.contains { $0["rule"]?.string == name } == true
        }
        #expect(isInForce)
    }

    private static func rewards(_ status: String, of rule: String, _ cast: MergeCast) throws -> String {
        try cast.server.database.psql(
            "SELECT count(*) FROM rewards WHERE rule = '\(rule)' AND status = '\(status)'")
    }

    @Test func `a rule that pays each player once pays the account once, however many become it`()
        async throws
    {
        try await Self.with { cast in
            try await Self.put(
                "welcome",
                [
                    "when": [["referred": true]],
                    "pay": [["to": "referee", "currency": "pieces_of_eight", "amount": 7]],
                    "limits": ["per_beneficiary": 1],
                ], cast)
            let anne = try cast.client.signUp()
            let ben = try cast.account("ben", referredBy: anne.code)
            try cast.client.reachLevel(1, token: ben.token, id: newID())
            let before = try cast.balance(of: ben.uid)
            for _ in 0..<4 {
                let player = try cast.client.signUp(referredBy: anne.code)
                try cast.client.reachLevel(1, token: player.token, id: newID())
                #expect(try cast.balance(of: player.uid) == 7)
                expect(try cast.merge(player.token, into: "ben"), 200)
                #expect(try cast.balance(of: ben.uid) == before)
            }
            #expect(try Self.rewards("paid", of: "welcome", cast) == "1")
            try cast.expectSoundBooks()
        }
    }

    @Test func `a limit for a beneficiary holds for all whom the account was, and a held one is void`()
        async throws
    {
        try await Self.with { cast in
            let pay: JSONValue = [["to": "referrer", "currency": "pieces_of_eight", "amount": 10]]
            let when: JSONValue = [["fact": "highest_level", "at_least": 2]]
            let limits: JSONValue = ["per_beneficiary": 3]
            try await Self.put("three", ["when": when, "pay": pay, "limits": limits], cast)
            try await Self.put(
                "later", ["when": when, "pay": pay, "limits": limits, "hold": ["hours": 24]], cast)
            let ben = try cast.account("ben")
            func bring(_ count: Int, by user: TestUser) throws {
                for _ in 0..<count {
                    let friend = try cast.client.signUp(referredBy: user.code)
                    try cast.client.reachLevel(2, token: friend.token, id: newID())
                }
            }
            try bring(2, by: ben)
            for _ in 0..<2 {
                let player = try cast.client.signUp()
                try bring(5, by: player)
                #expect(try cast.balance(of: player.uid) == 30)
                expect(try cast.merge(player.token, into: "ben"), 200)
                #expect(try cast.balance(of: ben.uid) == 30)
            }
            try bring(2, by: ben)
            #expect(try cast.balance(of: ben.uid) == 30)
            #expect(try Self.rewards("paid", of: "three", cast) == "3")
            #expect(try Self.rewards("held", of: "later", cast) == "3")
            #expect(try Self.rewards("void", of: "later", cast) == "5")
            let counts = try cast.client.get(
                "/v1/admin/users/\(ben.uid)/referrals", token: cast.admin
            ).json["counts"]
            #expect(counts?["rewarded"] == 3, "\(counts ?? .null)")
            try cast.expectSoundBooks()
        }
    }

    @Test func `what was spent before a merge is missing, and waits for an administrator`() async throws {
        try await Self.with { cast in
            try await Self.put(
                "once",
                [
                    "when": [["fact": "highest_level", "at_least": 2]],
                    "pay": [["to": "referee", "currency": "pieces_of_eight", "amount": 7]],
                    "limits": ["per_beneficiary": 1],
                ], cast)
            let (ben, player) = (try cast.account("ben"), try cast.client.signUp())
            for user in [ben, player] { try cast.client.reachLevel(2, token: user.token, id: newID()) }
            for (user, amount) in [(ben, 4), (player, 7)] as [(TestUser, Int64)] {
                let spent = try cast.client.send(
                    "POST", "/v1/users/\(user.uid)/redemptions", token: cast.back,
                    [
                        "id": .string(newID()), "currency": "pieces_of_eight", "amount": .integer(amount),
                        "reason": "A hat",
                    ])
                expect(spent, 201)
            }
            expect(try cast.merge(player.token, into: "ben"), 200)
            #expect(try cast.balance(of: ben.uid) == 0)
            let path = "/v1/admin/reviews?code=merge_limit"
            let reviews = try cast.client.get(path, token: cast.admin).required(200).json["reviews"]?.array
            let reward = try #require(reviews?.first?["reward"])
            #expect(reviews?.count == 1 && reward["status"] == "reversed" && reward["unrecovered"] == 4)
            let decided = try cast.client.send(
                "POST", "/v1/admin/reviews", token: cast.admin,
                ["ids": [reward["id"] ?? .null], "decision": "void", "reason": "Too little to ask for"])
            expect(decided, 200)
            #expect(try cast.client.get(path, token: cast.admin).json["reviews"]?.array?.isEmpty == true)
            try cast.expectSoundBooks()
        }
    }

    @Test func `five players a day become one account, and a merge that is sent again does not count`()
        async throws
    {
        let limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, mergesPerAccount: RateLimit(2, perSeconds: 86_400))
        try await Self.with(limits) { cast in
            let _ = try cast.account("ben")
            let players = try (0..<3).map { _ in try cast.client.signUp() }
            for player in players[..<2] {
                for _ in 0..<3 { expect(try cast.merge(player.token, into: "ben"), 200) }
            }
            expectProblem(try cast.merge(players[2].token, into: "ben"), 429, "too-many-requests")
            expect(try cast.merge(players[1].token, into: "ben"), 200)
            let _ = try cast.account("carl")
            expect(try cast.merge(players[2].token, into: "carl"), 200)
        }
    }
}

import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Firebase's Realtime Database: a record for each user (`referred_by`, `last_signin_at`, `level`, what it
/// owns), and functions that a change of it triggers: `grantSignupReward` and the one that looks at levels.
struct RealtimeDatabaseStoryTests {
    @Test func `the record says who referred, and is written by who may`() async throws {
        try await LinkCast.with { cast in
            var ben = try cast.client.signUp(referredBy: cast.anne.uid)
            let fresh = try cast.record(of: ben)
            #expect(fresh["referred_by"]?.string == cast.anne.uid && fresh["last_signin_at"] == .null)
            #expect(fresh["level"] == 0)
            // Written once: neither again, nor by whoever comes later.
            let mallory = try cast.client.signUp()
            for code in [mallory.uid, mallory.code] {
                let again = try cast.client.send(
                    "PUT", "/v1/users/me/referrer", token: ben.token, ["referred_by": .string(code)])
                #expect(again.status == 409 && again.problem == "referral-already-set")
            }
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            #expect(try cast.record(of: ben)["last_signin_at"]?.string != nil)
            // What it owns, no app writes.
            let record = try cast.client.send(
                "PUT", "/v1/users/me", token: ben.token, ["inventory": ["pieces_of_eight": 1_000_000]])
            #expect(try record.status == 405 && cast.client.balance(token: ben.token) == 50)
        }
    }

    @Test func `the first sign-in triggers the sign-up reward, once, and only of those who were referred`()
        async throws
    {
        try await LinkCast.with { cast in
            var ben = try cast.client.signUp(referredBy: cast.anne.code)
            var carla = try cast.client.signUp()
            #expect(try cast.client.balance(token: ben.token) == 0)
            let linked = try cast.client.link(&ben, email: "ben@example.com").required(200)
            #expect(linked.json["rewards"]?[0]?["rule"] == "signup")
            try cast.client.link(&carla, email: "carla@example.com").required(200)
            for _ in 0..<2 {
                let session = try cast.client.send(
                    "POST", "/v1/sessions",
                    ["email": "ben@example.com", "password": .string(TestClient.password)]
                ).required(200)
                ben = TestUser(session)
            }
            #expect(try cast.client.balance(token: ben.token) == 50)
            #expect(try cast.client.balance(token: carla.token) == 0)
            #expect(try cast.client.balance(token: cast.anne.token) == 0)
        }
    }

    /// A function saw 4 → 5 and nothing else; a rule sees that the level was reached.
    @Test(arguments: [[5], [4, 5], [3, 6], [5, 4, 5], [6, 4, 5], [1, 2, 3, 4, 5, 6, 7]] as [[Int64]])
    func `reaching level 5 triggers the referrer's reward once, however it is reached`(_ levels: [Int64])
        async throws
    {
        try await LinkCast.with { cast in
            var ben = try cast.client.signUp(referredBy: cast.anne.code)
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            for level in levels { _ = try cast.report(level: level, as: ben) }
            #expect(try cast.record(of: ben)["level"]?.integer == levels.last)
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    @Test func `below level 5 nothing is triggered, and of those whom nobody referred never`() async throws {
        try await LinkCast.with { cast in
            var ben = try cast.client.signUp(referredBy: cast.anne.code)
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            let carla = try cast.play(referredBy: nil, email: "carla@example.com")
            _ = try cast.report(level: 4, as: ben)
            #expect(try cast.client.balance(token: cast.anne.token) == 0)
            #expect(try cast.client.balance(token: carla.token) == 0)
        }
    }

    /// Two clients of one user, which both write: transactions of the record, then and now.
    @Test func `a write that is sent again, or by two devices at once, triggers nothing twice`() async throws
    {
        try await LinkCast.with { cast in
            var ben = try cast.client.signUp(referredBy: cast.anne.code)
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            let tablet = try cast.server.client
            let id = "0b0e5f5c-0000-4000-8000-000000000001"
            let bodies: [(TestClient, String)] = [
                (cast.client, id), (tablet, "0b0e5f5c-0000-4000-8000-000000000002"), (cast.client, id),
            ]
            for (client, id) in bodies {
                try client.post(
                    "POST", "/v1/events", token: ben.token,
                    ["id": .string(id), "type": "level_reached", "level": 5])
            }
            for (client, _) in bodies { #expect(try client.reply().status == 200) }
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    /// Here it took a new function and its deployment; now it is a rule, and another that is paused.
    @Test func `the sign-up's reward may wait until the tutorial is done, without a rebuild`() async throws {
        try await LinkCast.with { cast in
            let admin = try await cast.server.key(.admin)
            let rules = "/v1/admin/rules"
            try cast.client.send("POST", rules + "/signup/pause", token: admin).required(200)
            try cast.client.send(
                "POST", rules, token: admin,
                [
                    "name": "tutorial", "description": "Signed up after a referral, and played the tutorial",
                    "when": [["milestone": "tutorial"], ["signed_up": true], ["referred": true]],
                    "pay": [
                        ["to": "referee", "currency": "pieces_of_eight", "amount": 50],
                        ["to": "referrer", "currency": "pieces_of_eight", "amount": 50],
                    ], "state": "active",
                ]
            ).required(201)
            try await cast.waitUntilInForce("tutorial")
            // First the account, then the tutorial; and the other way round.
            var ben = try cast.client.signUp(referredBy: cast.anne.code)
            try cast.client.link(&ben, email: "ben@example.com").required(200)
            #expect(try cast.client.balance(token: ben.token) == 0)
            #expect(try cast.report(milestone: "tutorial", as: ben).json["rewards"]?.array?.count == 1)
            var carla = try cast.client.signUp(referredBy: cast.anne.code)
            #expect(try cast.report(milestone: "tutorial", as: carla).json["rewards"]?.array?.isEmpty == true)
            let linked = try cast.client.link(&carla, email: "carla@example.com").required(200)
            #expect(linked.json["rewards"]?.array?.map { $0["rule"] } == ["tutorial"])
            for friend in [ben, carla] {
                _ = try cast.report(milestone: "tutorial", as: friend)
                #expect(try cast.client.balance(token: friend.token) == 50)
            }
            #expect(try cast.client.balance(token: cast.anne.token) == 100)
        }
    }
}

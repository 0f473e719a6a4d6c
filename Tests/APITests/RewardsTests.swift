import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Rewards and decisions, as users and servers see them.
struct RewardsTests {
    @Test func `shows the referrer's reward to a server with every decision, and not to the referred user`()
        async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            let carl = try client.signUp(referredBy: anne.code)
            let key = try await server.key(.server)
            let mine = try client.reachLevel(5, token: ben.token, id: newID())
            #expect(mine.json["rewards"] == [])
            #expect(mine.json["decisions"] == nil)
            let seen = try client.reachLevel(5, token: key, id: newID(), uid: carl.uid)
            #expect(seen.json.names == ["event", "user", "rewards", "decisions"])
            let reward = try #require(seen.json["rewards"]?[0])
            #expect(reward["rule"] == "level-5")
            #expect(reward["beneficiary"]?.string == anne.uid)
            #expect(reward["role"] == "referrer")
            #expect(reward["subject"]?.string == carl.uid)
            #expect(
                seen.json["decisions"] == [
                    ["rule": "signup", "outcome": "not_yet", "reason": "not_signed_up", "version": 1],
                    ["rule": "level-5", "outcome": "paid", "reason": "deserved", "version": 1],
                ])
            #expect(try client.balance(token: anne.token) == 100)
        }
    }

    @Test func `says why nothing was paid`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp()
            let key = try await server.key(.server)
            let before = try client.reachLevel(5, token: key, id: newID(), uid: ben.uid)
            #expect(
                before.json["decisions"]?[1]
                    == ["rule": "level-5", "outcome": "not_yet", "reason": "no_referrer", "version": 1])
            try client.link(&ben, email: "ben@example.com")
            let after = try client.reachLevel(6, token: key, id: newID(), uid: ben.uid)
            #expect(
                after.json["decisions"] == [
                    ["rule": "signup", "outcome": "denied", "reason": "decided_earlier", "version": 1],
                    ["rule": "level-5", "outcome": "denied", "reason": "decided_earlier", "version": 1],
                ])
            #expect(after.json["rewards"] == [])
        }
    }

    @Test func `holds the rewards of a default match, and denies those of a weak one`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code, confidence: "default")
            var carl = try client.signUp(referredBy: anne.code, confidence: "weak")
            var dora = try client.signUp(referredBy: anne.code, confidence: "unique")
            let held = try client.link(&ben, email: "ben@example.com")
            #expect(held.json["rewards"]?[0]?["status"] == "held")
            #expect(try client.link(&carl, email: "carl@example.com").json["rewards"] == [])
            let paid = try client.link(&dora, email: "dora@example.com")
            #expect(paid.json["rewards"]?[0]?["status"] == "paid")
            let key = try await server.key(.server)
            let level = try client.reachLevel(5, token: key, id: newID(), uid: ben.uid)
            #expect(level.json["rewards"]?[0]?["status"] == "held")
            #expect(
                level.json["decisions"]?[1]
                    == ["rule": "level-5", "outcome": "held", "reason": "default_match", "version": 1])
            let weak = try client.reachLevel(5, token: key, id: newID(), uid: carl.uid)
            #expect(weak.json["rewards"] == [])
            #expect(
                weak.json["decisions"]?[1]
                    == ["rule": "level-5", "outcome": "denied", "reason": "weak_match", "version": 1])
            for user in [anne, ben, carl] { #expect(try client.balance(token: user.token) == 0) }
            #expect(try client.balance(token: dora.token) == 50)
            let admin = try await server.key(.read)
            let details = try client.get("/v1/admin/users/\(ben.uid)", token: admin)
            #expect(details.json["referral"]?["match_confidence"] == "default")
        }
    }

    @Test func `takes what a claim said that found nothing`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let organic: JSONValue = ["referred_by": .null, "match_confidence": "none"]
            expect(try client.send("POST", "/v1/users", organic), 201)
            // A code that was typed in, say: as sure as without a claim.
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code, confidence: "none")
            let linked = try client.link(&ben, email: "ben@example.com")
            #expect(linked.json["rewards"]?[0]?["status"] == "paid")
            expectProblem(
                try client.send("POST", "/v1/users", ["match_confidence": "sure"]), 422, "validation",
                mistakes: ["/match_confidence invalid"])
        }
    }

    @Test func `pays once for a jump past level 5, and for a level reached again`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            for level: Int64 in [3, 6, 4, 5, 5, 7] {
                expect(try client.reachLevel(level, token: ben.token, id: newID()), 200)
            }
            #expect(try client.balance(token: anne.token) == 50)
        }
    }
}

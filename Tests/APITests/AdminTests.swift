import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What administrators look up.
struct AdminTests {
    @Test func `finds users by e-mail, code, referrer, and all of them together`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            let carl = try client.signUp(referredBy: anne.code)
            try client.link(&ben, email: "ben+x@example.com")
            func found(_ query: String) throws -> [String?] {
                let reply = try client.get("/v1/admin/users" + query, token: key)
                expect(reply, 200)
                #expect(reply.json.names == ["users", "next_cursor"])
                #expect(reply.json["next_cursor"] == .null)
                return (reply.json["users"]?.array ?? []).map { $0["uid"]?.string }
            }
            #expect(try found("") == [carl.uid, ben.uid, anne.uid])
            #expect(try found("?email=BEN%2Bx@example.com") == [ben.uid])
            #expect(try found("?referral_code=\(carl.code.lowercased())") == [carl.uid])
            #expect(try found("?referred_by=\(anne.uid)") == [carl.uid, ben.uid])
            #expect(try found("?referred_by=\(anne.uid)&email=ben%2Bx@example.com") == [ben.uid])
            #expect(try found("?referral_code=\(ben.code)&email=ben%2Bx@example.com") == [ben.uid])
            #expect(try found("?referral_code=\(carl.code)&email=ben%2Bx@example.com") == [])
            #expect(try found("?referred_by=\(carl.uid)&referral_code=\(ben.code)") == [])
            #expect(try found("?email=nobody@example.com") == [])
            #expect(try found("?referral_code=0000000000") == [])
            #expect(try found("?referred_by=\(newID())") == [])
            let user = try client.get("/v1/admin/users?email=ben%2Bx@example.com", token: key).json["users"]?[
                0]
            #expect(user == (try client.seenByAll(ben)))
        }
    }

    @Test func `pages through users, newest first`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.admin)
            let anne = try client.signUp()
            var uids: [String?] = [anne.uid]
            for _ in 0..<6 { uids.insert(try client.signUp(referredBy: anne.uid).uid, at: 0) }
            for limit in [1, 3, 7, 200] {
                let users = try client.all("users", of: "/v1/admin/users", limit: limit, token: key)
                #expect(users.map { $0["uid"]?.string } == uids)
            }
            let path = "/v1/admin/users?referred_by=\(anne.uid)&limit=4"
            let first = try client.get(path, token: key)
            let cursor = try #require(first.json["next_cursor"]?.string)
            let rest = try client.get(path + "&cursor=\(cursor)", token: key)
            #expect(rest.json["users"]?.array?.map { $0["uid"]?.string } == Array(uids[4..<6]))
        }
    }

    @Test func `shows a user with balances, counts and what was claimed`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            let reply = try client.get(
                "/v1/admin/users/\(anne.uid.uppercased())", token: try await server.key(.read))
            expect(reply, 200)
            #expect(reply.json.names == ["user", "referral", "balances", "counts", "leaving", "standing"])
            #expect(reply.json["user"] == (try client.seenByAll(anne)))
            #expect(
                reply.json["referral"] == [
                    "status": "none", "referred_by": .null, "reason": .null, "claimed": .null,
                    "match_confidence": .null, "source": .null,
                ])
            #expect(reply.json["balances"] == ["pieces_of_eight": 50])
            #expect(reply.json["counts"] == ["referred": 1, "signed_up": 0, "rewarded": 1])
        }
    }

    @Test func `lists events and decisions newest first, page by page`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            let anne = try client.signUp()
            var ben = try client.signUp()
            try client.send(
                "PUT", "/v1/users/me/referrer", token: ben.token, ["referred_by": .string(anne.uid)])
            try client.link(&ben, email: "ben@example.com")
            let batch = [3, 5].map { TestClient.event(["type": "level_reached", "level": .integer($0)]) }
            try client.send("POST", "/v1/events/batch", token: ben.token, ["events": .array(batch)])
            _ = try client.event(["type": "milestone_reached", "milestone": "ship"], token: ben.token)
            let path = "/v1/admin/users/\(ben.uid)"
            let events = try client.get(path + "/events", token: key)
            expect(events, 200)
            #expect(events.json.names == ["events", "next_cursor"])
            let listed = try #require(events.json["events"]?.array)
            #expect(
                listed.map { $0["type"]?.string } == [
                    "milestone_reached", "level_reached", "level_reached", "credential_linked",
                    "referrer_recorded",
                ])
            #expect(listed[4]["referred_by"]?.string == anne.uid)
            #expect(listed[0].names == ["id", "type", "uid", "milestone", "occurred_at", "received_at"])
            let decisions = try client.get(path + "/decisions", token: key)
            expect(decisions, 200)
            #expect(decisions.json.names == ["standing", "decisions", "next_cursor"])
            #expect(
                decisions.json["standing"] == [
                    ["rule": "signup", "outcome": "paid", "reason": "decided_earlier", "version": 1],
                    ["rule": "level-5", "outcome": "paid", "reason": "decided_earlier", "version": 1],
                ])
            let judged = try #require(decisions.json["decisions"]?.array)
            #expect(judged.map { $0["event"] } == listed)
            #expect(
                judged[3]["decisions"]?[0] == [
                    "rule": "signup", "outcome": "paid", "reason": "deserved", "version": 1,
                ])
            for limit in [1, 2, 5] {
                #expect(try client.all("events", of: path + "/events", limit: limit, token: key) == listed)
                #expect(
                    try client.all("decisions", of: path + "/decisions", limit: limit, token: key) == judged)
            }
        }
    }

    @Test func `finds nothing of a user who isn't there`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.admin)
            for uid in [newID(), "me", "x"] {
                for part in ["", "/balances", "/ledger", "/referrals", "/events", "/decisions"] {
                    expectProblem(
                        try client.get("/v1/admin/users/\(uid)\(part)", token: key), 404, "not-found")
                }
            }
        }
    }

    @Test func `sums everything up`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.admin)
            let empty = try client.get("/v1/admin/stats", token: key)
            expect(empty, 200)
            #expect(
                empty.json == [
                    "users": ["total": 0, "signed_up": 0, "anonymous": 0],
                    "referrals": ["recorded": 0, "rejected": 0], "rewards": [], "money": [],
                    "claims": Self.noClaims,
                ])
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            var carl = try client.signUp(referredBy: anne.code, confidence: "default")
            _ = try client.signUp(referredBy: newID())
            try client.link(&ben, email: "ben@example.com")
            try client.link(&carl, email: "carl@example.com")
            try client.reachLevel(5, token: ben.token, id: newID())
            try client.move(20, .redemption, of: anne.uid, key: try await server.key(.server))
            try client.move(-10, .adjustment, of: anne.uid, key: key)
            try client.move(7, .adjustment, in: "rum", of: anne.uid, key: key)
            #expect(try client.get("/v1/admin/stats", token: key).json == Self.sums)
        }
    }

    private static let sums: JSONValue = [
        "users": ["total": 4, "signed_up": 2, "anonymous": 2],
        "referrals": ["recorded": 2, "rejected": 1],
        "rewards": [
            ["rule": "level-5", "status": "paid", "currency": "pieces_of_eight", "count": 1, "amount": 50],
            ["rule": "signup", "status": "held", "currency": "pieces_of_eight", "count": 1, "amount": 50],
            ["rule": "signup", "status": "paid", "currency": "pieces_of_eight", "count": 1, "amount": 50],
        ],
        "money": [
            [
                "currency": "pieces_of_eight", "granted": 100, "redeemed": 20, "adjusted": -10, "reversed": 0,
                "outstanding": 70,
            ],
            [
                "currency": "rum", "granted": 0, "redeemed": 0, "adjusted": 7, "reversed": 0,
                "outstanding": 7,
            ],
        ],
        "claims": noClaims,
    ]

    private static let noClaims: JSONValue = [
        "click_id": 0, "install_referrer": 0, "link": 0, "clipboard": 0, "device": 0, "none": 0,
    ]
}

import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/sessions` with `merge`: what goes over to the account, and what happens to the old uid.
struct MergeTests {
    @Test func `money, players, links, code and progress are the account's`() async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            let player = try client.signUp()
            var friend = try client.signUp(referredBy: player.code)
            try client.link(&friend, email: "friend@example.com")
            try client.reachLevel(5, token: friend.token, id: newID())
            try client.reachLevel(2, token: ben.token, id: newID())
            for member in [["milestone": "ship"], ["counter": "races", "by": 3]] as [[String: JSONValue]] {
                var event = member
                event["type"] = member["by"] == nil ? "milestone_reached" : "counter_incremented"
                for user in [player, ben] {
                    expect(
                        try client.send("POST", "/v1/events", token: user.token, TestClient.event(event)), 200
                    )
                }
            }
            try client.reachLevel(4, token: player.token, id: newID())
            let link = try client.send(
                "POST", "/v1/links", token: player.token, ["link": "https://example.com/crew"])
            expect(link, 201)
            let reply = try cast.merge(player.token, into: "ben")
            expect(reply, 200)
            #expect(reply.json["user"]?["uid"]?.string == ben.uid)
            #expect(
                reply.json["merged"]
                    == [
                        "balances": ["pieces_of_eight": 50],
                        "referral": ["status": "none", "referred_by": .null, "reason": .null], "players": 1,
                        "progress": [
                            "level": 4, "highest_level": 4, "milestones": ["ship"], "counters": ["races": 6],
                        ],
                    ], "\(reply.text)")
            let session = TestUser(reply)
            #expect(try client.balance(token: session.token) == 50)
            let friends = try client.get("/v1/users/me/referrals", token: session.token).json
            #expect(friends["counts"] == ["referred": 1, "signed_up": 1, "rewarded": 1])
            #expect(friends["referrals"]?[0]?["rewarded"] == true)
            // Whoever follows the player's invites is the account's friend.
            for name in [player.code, player.uid] {
                let late = try client.send("POST", "/v1/users", ["referred_by": .string(name)])
                #expect(late.json["referral"]?["referred_by"]?.string == ben.uid)
            }
            let late = try client.signUp()
            let named = try client.send(
                "PUT", "/v1/users/me/referrer", token: late.token, ["referred_by": .string(player.uid)])
            #expect(named.json["referral"]?["referred_by"]?.string == ben.uid)
            let code = link.json["link"]?["code"]?.string ?? ""
            expect(try client.get("/v1/links/\(code)/stats", token: session.token), 200)
            try cast.expectSoundBooks()
        }
    }

    @Test func `a friend of the player pays the account from now on, and nothing is paid twice`() async throws
    {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            _ = try cast.account("ben")
            let player = try client.signUp()
            let friend = try client.signUp(referredBy: player.code)
            let ben = TestUser(try cast.merge(player.token, into: "ben").required(200))
            for level: Int64 in [5, 6] { try client.reachLevel(level, token: friend.token, id: newID()) }
            #expect(try client.balance(token: ben.token) == 50)
            try cast.expectSoundBooks()
        }
    }

    @Test func `what the account newly deserves is paid at once, what was paid for the player is not again`()
        async throws
    {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let (anne, carl) = (try client.signUp(), try client.signUp())
            _ = try cast.account("ben", referredBy: anne.code)
            _ = try cast.account("dee", referredBy: anne.code)
            // Nobody referred the first; Carl was paid for the second.
            let (first, second) = (try client.signUp(), try client.signUp(referredBy: carl.code))
            for player in [first, second] { try client.reachLevel(6, token: player.token, id: newID()) }
            expect(try cast.merge(first.token, into: "ben"), 200)
            #expect(try client.balance(token: anne.token) == 50)
            expect(try cast.merge(second.token, into: "dee"), 200)
            #expect(try client.balance(token: anne.token) == 50)
            #expect(try client.balance(token: carl.token) == 50)
            try cast.expectSoundBooks()
        }
    }

    @Test func `the referrer is taken over within a day, and pays no sign-up again`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let anne = try client.signUp()
            let ben = try cast.account("ben")
            let old = try cast.account("old")
            try server.database.tamper(
                "users", set: "signed_up_at = signed_up_at - interval '2 days'", where: "uid = '\(old.uid)'")
            for (name, isTaken) in [("ben", true), ("old", false)] {
                let player = try client.signUp(referredBy: anne.code)
                let reply = try cast.merge(player.token, into: name)
                let referral = reply.json["merged"]?["referral"]
                #expect(referral?["status"] == (isTaken ? "recorded" : "none"), "\(reply.text)")
                #expect(try client.balance(token: TestUser(reply).token) == 0)
            }
            // The player who became Ben is nobody's friend besides.
            let friends = try client.get("/v1/users/me/referrals", token: anne.token).json
            #expect(friends["counts"] == ["referred": 2, "signed_up": 1, "rewarded": 0])
            try client.reachLevel(5, token: cast.back, id: newID(), uid: ben.uid)
            #expect(try client.balance(token: anne.token) == 50)
            try cast.expectSoundBooks()
        }
    }

    @Test func `nobody is paid for bringing itself: what was paid is taken back`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            // Ben invites his own other phone, and its player one account more.
            let player = try client.signUp(referredBy: ben.code)
            try client.reachLevel(5, token: player.token, id: newID())
            #expect(try cast.balance(of: ben.uid) == 50)
            let reply = try cast.merge(player.token, into: "ben")
            #expect(reply.json["merged"]?["referral"]?["status"] == "none", "\(reply.text)")
            #expect(try cast.balance(of: ben.uid) == 0)
            let friends = try client.get("/v1/users/me/referrals", token: TestUser(reply).token).json
            #expect(friends["counts"] == ["referred": 0, "signed_up": 0, "rewarded": 0])
            // The other way round: the player had brought the account.
            let other = try client.signUp()
            let carl = try cast.account("carl", referredBy: other.code)
            try client.reachLevel(5, token: carl.token, id: newID())
            #expect(try client.balance(token: other.token) == 50)
            let joined = try cast.merge(other.token, into: "carl")
            #expect(joined.json["merged"]?["balances"] == [:], "\(joined.text)")
            #expect(joined.json["merged"]?["referral"]?["reason"] == "self_referral")
            #expect(try cast.balance(of: carl.uid) == 50)
            try cast.expectSoundBooks()
        }
    }

    @Test func `nor for bringing who became it before`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            // The first player brought the second, and it became Ben before or after the second did.
            for isFirst in [true, false] {
                let one = try client.signUp()
                let other = try client.signUp(referredBy: one.code)
                try client.reachLevel(5, token: other.token, id: newID())
                #expect(try client.balance(token: one.token) == 50)
                for player in isFirst ? [one, other] : [other, one] {
                    expect(try cast.merge(player.token, into: "ben"), 200)
                }
                #expect(try cast.balance(of: ben.uid) == 0)
                try cast.expectSoundBooks()
            }
            let friends = try client.get("/v1/admin/users/\(ben.uid)/referrals", token: cast.admin).json
            #expect(friends["counts"] == ["referred": 0, "signed_up": 0, "rewarded": 0])
        }
    }

    @Test func `no ring: who brought the account is not brought by it`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let player = try client.signUp()
            let friend = try client.signUp(referredBy: player.code)
            let ben = try cast.account("ben", referredBy: friend.code)
            let reply = try cast.merge(player.token, into: "ben")
            #expect(reply.json["merged"]?["players"] == 0, "\(reply.text)")
            #expect(reply.json["merged"]?["referral"]?["referred_by"]?.string == friend.uid)
            let referral = try cast.inspect(friend)["referral"]
            #expect(referral?["reason"] == "ring" && referral?["claimed"]?.string == ben.uid)
            try client.reachLevel(5, token: friend.token, id: newID())
            #expect(try cast.balance(of: ben.uid) == 50)
            try cast.expectSoundBooks()
        }
    }

    @Test func `history stays under the old uid and is listed with the account's`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            let player = try client.signUp()
            let friend = try client.signUp(referredBy: player.code)
            try client.reachLevel(5, token: friend.token, id: newID())
            try client.move(7, .adjustment, of: player.uid, key: cast.admin).required(201)
            try client.move(9, .adjustment, of: ben.uid, key: cast.admin).required(201)
            try client.reachLevel(2, token: player.token, id: newID())
            let session = TestUser(try cast.merge(player.token, into: "ben").required(200))
            for limit in [1, 2, 50] {
                let ledger = try client.all(
                    "entries", of: "/v1/users/me/ledger", limit: limit, token: session.token)
                let kinds = ledger.map { $0["kind"]?.string ?? "" }
                #expect(kinds.sorted() == ["adjustment", "adjustment", "grant", "transfer", "transfer"])
                #expect(Set(ledger.compactMap { $0["uid"]?.string }) == [ben.uid, player.uid])
                let times = ledger.compactMap { $0["created_at"]?.string }
                #expect(times == times.sorted(by: >), "\(limit)")
                let events = try client.all(
                    "events", of: "/v1/admin/users/\(ben.uid)/events", limit: limit, token: cast.admin)
                #expect(
                    events.map { $0["type"]?.string }
                        == ["player_merged", "level_reached", "credential_linked"])
                #expect(events[0]["merged"]?.string == player.uid && events[1]["uid"]?.string == player.uid)
                let rewards = try client.all(
                    "rewards", of: "/v1/users/me/rewards", limit: limit, token: session.token)
                #expect(rewards.map { $0["beneficiary"]?.string } == [player.uid])
            }
            let file = try client.get("/v1/users/me/export", token: session.token).json
            #expect(file["users"]?.array?.count == 2 && file["merged_users"]?.array?.count == 1)
            try cast.expectSoundBooks()
        }
    }

    @Test func `what was held for the player is the account's when it is paid, and taken back from it`()
        async throws
    {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            let player = try client.signUp()
            let friend = try client.signUp(referredBy: player.code, confidence: "default")
            try client.reachLevel(5, token: friend.token, id: newID())
            expect(try cast.merge(player.token, into: "ben"), 200)
            let rewards = "/v1/admin/users/\(ben.uid)/rewards"
            let held = try client.get(rewards, token: cast.admin).json["rewards"]?[0]
            #expect(held?["status"] == "held")
            let path = "/v1/admin/users/\(player.uid)/rewards/\(held?["id"]?.string ?? "")"
            expect(
                try client.send("POST", path + "/release", token: cast.admin, ["reason": "looked at"]), 200)
            #expect(try await eventually { try cast.balance(of: ben.uid) == 50 })
            try client.move(20, .redemption, of: ben.uid, key: cast.back).required(201)
            let reason: JSONValue = ["reason": "a mistake", "shortfall": "take_what_is_there"]
            expect(try client.send("POST", path + "/reverse", token: cast.admin, reason), 200)
            #expect(try cast.balance(of: ben.uid) == 0)
            try cast.expectSoundBooks()
            try await cast.settle()
        }
    }
}

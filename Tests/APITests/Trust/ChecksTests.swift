import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// Each check, on players who came over HTTP.
struct ChecksTests {
    private static func on(_ check: String, _ members: JSONValue) -> JSONValue {
        ["checks": .object([JSONMember(check, members)])]
    }

    @Test func `same_device: the referrer's own, or so many others of its`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("same_device", ["action": "hold", "at_least": 2]))
            let anne = TestUser(try cast.signUp(["device": "anne's"]))
            let friends = try ["anne's", "a", "b", "b", "b"].map {
                try cast.friend(of: anne, ["device": .string($0)])
            }
            let without = try cast.friend(of: anne)
            for friend in friends + [without] { try cast.reach(5, friend) }
            let held = "held same_device"
            #expect(try cast.rewards() == [held, "paid", held, held, held, "paid"])
            let stored = "SELECT count(*) FROM sign_up_marks WHERE device::text LIKE '%anne%'"
            #expect(try cast.server.database.psql(stored) == "0")
        }
    }

    @Test func `of a batch all are looked at, also those whom others kept from the last place`() async throws
    {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("same_device", ["action": "deny", "at_least": 2]))
            try cast.client.send(
                "PUT", "/v1/admin/rules/level-5", token: cast.admin, headers: ["If-Match": "*"],
                [
                    "when": [["fact": "highest_level", "at_least": 5]],
                    "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]],
                    "limits": ["per_beneficiary": 2],
                ]
            ).required(200)
            let anne = try cast.client.signUp()
            let farm = try (0..<6).map { _ in try cast.friend(of: anne, ["device": "the phone"]) }
            let honest = try cast.friend(of: anne, ["device": "another"])
            let events: [JSONValue] = (farm + [honest]).map {
                ["id": .string(newID()), "uid": .string($0.uid), "type": "level_reached", "level": 6]
            }
            let key = try await cast.server.key(.server)
            try cast.client.send("POST", "/v1/events/batch", token: key, ["events": .array(events)])
                .required(200)
            #expect(try cast.rewards() == ["paid"])
            let paid = "SELECT subject FROM rewards WHERE status = 'paid'"
            #expect(try cast.server.database.psql(paid) == honest.uid)
        }
    }

    @Test func `same_network: so many of one referrer from one /64 within the hours, and nobody else`()
        async throws
    {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("same_network", ["action": "hold", "at_least": 3, "hours": 24]))
            let (anne, mary) = (try cast.client.signUp(), try cast.client.signUp())
            let farm = try ["2001:db8::1", "2001:db8::2", "2001:db8::3:4"].map {
                try cast.friend(of: anne, at: $0)
            }
            let next = try cast.friend(of: anne, at: "2001:db8:0:1::1")
            let others = try (0..<2).map { _ in try cast.friend(of: mary, at: "2001:db8::5") }
            for friend in farm + [next] + others { try cast.reach(5, friend) }
            let held = "held same_network"
            #expect(try cast.rewards() == [held, held, held, "paid", "paid", "paid"])
        }
    }

    @Test func `burst: so many within the minutes; denied is never paid, and says so to administrators`()
        async throws
    {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("burst", ["action": "deny", "at_least": 4, "minutes": 60]))
            let anne = try cast.client.signUp()
            let friends = try (0..<4).map { try cast.friend(of: anne, at: "192.0.2.\($0)") }
            for friend in friends { try cast.reach(5, friend) }
            #expect(try cast.rewards() == [])
            let path = "/v1/admin/users/\(friends[0].uid)/decisions"
            let decisions = try cast.client.get(path, token: cast.admin).json["decisions"]?.array?[0][
                "decisions"]
            #expect(decisions?.array?.last?["reason"] == "burst")
            // The game's server doesn't hear which check.
            let key = try await cast.server.key(.server)
            let last = try cast.friend(of: anne)
            let reply = try cast.client.reachLevel(5, token: key, id: newID(), uid: last.uid)
            let told = reply.json["decisions"]?.array?.last
            #expect(told?["outcome"] == "denied" && told?["reason"] == "not_granted")
        }
    }

    @Test func `too_fast: level 5 in the first minute`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("too_fast", ["action": "hold", "seconds": 3_600]))
            let anne = try cast.client.signUp()
            let (ben, carl) = (try cast.friend(of: anne), try cast.friend(of: anne))
            try cast.server.database.tamper(
                "users", set: "created_at = created_at - interval '2 hours'", where: "uid = '\(carl.uid)'")
            try cast.reach(5, ben)
            try cast.reach(5, carl)
            #expect(try cast.rewards() == ["held too_fast", "paid"])
        }
    }

    @Test func `same_mailbox: tags and dots make no other player`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("same_mailbox", ["action": "hold"]))
            var anne = try cast.client.signUp()
            try cast.client.link(&anne, email: "anne.bonny@gmail.com").required(200)
            let emails = [
                "a.nnebonny+1@googlemail.com", "ben@example.com", "ben+2@example.com", "carl@example.com",
            ]
            for email in emails {
                var friend = try cast.friend(of: anne)
                try cast.client.link(&friend, email: email).required(200)
                try cast.reach(5, friend)
            }
            // Ben was alone when he came.
            #expect(try cast.rewards() == ["held same_mailbox", "paid", "held same_mailbox", "paid"])
        }
    }

    @Test func `same_mailbox: the referrer's also where it was there before the check`() async throws {
        try await TrustCast.with { cast in
            var anne = try cast.client.signUp()
            try cast.client.link(&anne, email: "anne@gmail.com").required(200)
            var early = try cast.friend(of: anne)
            try cast.client.link(&early, email: "a.nne+1@gmail.com").required(200)
            try cast.setProgramme(Self.on("same_mailbox", ["action": "hold"]))
            var late = try cast.friend(of: anne)
            try cast.client.link(&late, email: "anne+2@googlemail.com").required(200)
            var other = try cast.friend(of: anne)
            try cast.client.link(&other, email: "other@gmail.com").required(200)
            for friend in [early, late, other] { try cast.reach(5, friend) }
            #expect(try cast.rewards() == ["held same_mailbox", "held same_mailbox", "paid"])
        }
    }

    @Test func `disposable_mail: a mailbox of ten minutes`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("disposable_mail", ["action": "hold"]))
            let anne = try cast.client.signUp()
            for email in ["ben@mailinator.com", "carl@mx.yopmail.com", "dan@example.com"] {
                var friend = try cast.friend(of: anne)
                try cast.client.link(&friend, email: email).required(200)
                try cast.reach(5, friend)
            }
            #expect(try cast.rewards() == ["held disposable_mail", "held disposable_mail", "paid"])
        }
    }

    @Test func `ring: who brought one's own referrer's referrer, by device`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("ring", ["action": "deny"]))
            var players = [TestUser(try cast.signUp(["device": "the one phone"]))]
            for number in 0..<8 {
                players.append(try cast.friend(of: players[number], ["device": .string("phone \(number)")]))
            }
            // Eight steps up from its referrer is who has its phone, too; from the next it is nine.
            let last = try cast.friend(of: players[8], ["device": "the one phone"])
            let free = try cast.friend(of: last, ["device": "the one phone"])
            let honest = try cast.friend(of: players[8], ["device": "another"])
            for friend in [last, honest] { try cast.reach(5, friend) }
            #expect(try cast.rewards() == ["paid"])
            try cast.reach(5, free)
            #expect(try cast.rewards() == ["paid", "paid"])
        }
    }

    @Test(arguments: [2, 3, 10])
    func `a ring that closes is one without any device`(count: Int) async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("ring", ["action": "hold"]))
            var players = [try cast.client.signUp()]
            while players.count < count { players.append(try cast.friend(of: players[players.count - 1])) }
            // As servers recorded it before they refused one.
            try cast.server.database.tamper(
                "users", set: "referred_by = '\(players[count - 1].uid)', referral_source = 'code'",
                where: "uid = '\(players[0].uid)'")
            let outside = try cast.friend(of: players[0])
            for player in players + [outside] { try cast.reach(5, player) }
            #expect(try cast.rewards() == players.map { _ in "held ring" } + ["paid"])
        }
    }

    @Test func `a referrer that is named later counts as one that was named at once`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("same_device", ["action": "hold", "at_least": 1]))
            let anne = TestUser(try cast.signUp(["device": "anne's"]))
            let ben = TestUser(try cast.signUp(["device": "anne's"]))
            try cast.reach(5, ben)
            let body: JSONValue = ["referred_by": .string(anne.code)]
            try cast.client.send("PUT", "/v1/users/me/referrer", token: ben.token, body).required(200)
            #expect(try cast.rewards() == ["held same_device"])
        }
    }

    @Test func `all that fires is kept with the reward, also what only watches`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme([
                "checks": [
                    "burst": ["action": "pay", "at_least": 1, "minutes": 1],
                    "same_network": ["action": "hold", "at_least": 1, "hours": 1],
                ]
            ])
            let anne = try cast.client.signUp()
            let ben = try cast.friend(of: anne)
            let reply = try cast.client.reachLevel(5, token: ben.token, id: newID())
            #expect(!reply.text.contains("burst") && !reply.text.contains("network"))
            #expect(try cast.rewards() == ["held same_network,burst"])
            let shown = try cast.client.get("/v1/users/me/rewards", token: anne.token)
            #expect(!shown.text.contains("burst") && shown.text.contains("\"held\""))
        }
    }

    @Test func `whom a check that only watches would have hit is told to administrators, with the reward`()
        async throws
    {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("burst", ["action": "pay", "at_least": 2, "minutes": 1]))
            let (anne, mary) = (try cast.client.signUp(), try cast.client.signUp())
            for friend in [try cast.friend(of: mary), try cast.friend(of: anne), try cast.friend(of: anne)] {
                try cast.reach(5, friend)
            }
            func codes(_ path: String, _ token: String) throws -> [JSONValue?] {
                let rewards = try cast.client.get(path, token: token).required(200).json["rewards"]
                return (rewards?.array ?? []).map { $0["codes"] }
            }
            for key in [cast.admin, try await cast.server.key(.read)] {
                #expect(try codes("/v1/admin/rewards", key) == [["burst"], ["burst"], []])
                #expect(try codes("/v1/admin/users/\(anne.uid)/rewards", key) == [["burst"], ["burst"]])
            }
            #expect(try codes("/v1/users/me/rewards", anne.token) == [nil, nil])
        }
    }

    @Test func `who leaves takes along what was kept for checks`() async throws {
        try await TrustCast.with { cast in
            let anne = TestUser(try cast.signUp(["device": "anne's"]))
            let ben = try cast.friend(of: anne, ["device": "ben's"])
            let marks = "SELECT count(*), count(device) FROM sign_up_marks"
            #expect(try cast.server.database.psql(marks) == "3|3")
            try cast.client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: cast.admin).required(204)
            // That Anne brought somebody then is not Ben's to take along.
            #expect(try cast.server.database.psql(marks) == "2|1")
        }
    }

    @Test func `same_mailbox: one that was erased is known to the same referrer for 180 days`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("same_mailbox", ["action": "hold"]))
            let (anne, carl) = (try cast.client.signUp(), try cast.client.signUp())
            func bring(_ referrer: TestUser) throws -> TestUser {
                var friend = try cast.friend(of: referrer)
                try cast.client.link(&friend, email: "ben+1@example.com").required(200)
                try cast.reach(5, friend)
                return friend
            }
            func erase(_ user: TestUser) async throws {
                try cast.client.send("DELETE", "/v1/admin/users/\(user.uid)", token: cast.admin).required(204)
                #expect(try await eventually { try cast.client.isErased(user, key: cast.admin) })
            }
            try await erase(try bring(anne))
            try await erase(try bring(anne))
            try await erase(try bring(carl))
            #expect(try cast.rewards() == ["paid", "held same_mailbox", "paid"])
            let kept = "SELECT count(*) FROM sign_up_marks WHERE mailbox IS NOT NULL"
            #expect(try cast.server.database.psql(kept + " AND device IS NULL AND network IS NULL") == "3")
            try cast.server.database.tamper(
                "sign_up_marks", set: "erased_at = erased_at - interval '181 days'")
            #expect(try await eventually { try cast.server.database.psql(kept) == "0" })
        }
    }

    @Test func `with all checks off nothing is kept of where anybody came from`() async throws {
        try await TrustCast.with { cast in
            let anne = try cast.client.signUp()
            let ben = try cast.friend(of: anne)
            try cast.reach(5, ben)
            #expect(try cast.server.database.psql("SELECT count(*) FROM sign_up_marks") == "0")
        }
    }
}

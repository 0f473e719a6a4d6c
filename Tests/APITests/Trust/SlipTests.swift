import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Ways around the checks: players who come to their referrer, or to their mailbox, by a detour, and who go.
struct SlipTests {
    private static func on(_ check: String, _ members: JSONValue) -> JSONValue {
        ["checks": .object([JSONMember(check, members)])]
    }

    @Test(
        arguments: [
            ("same_device", ["action": "hold", "at_least": 1]),
            ("same_network", ["action": "hold", "at_least": 2, "hours": 1]),
            ("burst", ["action": "hold", "at_least": 2, "minutes": 60]),
            ("same_mailbox", ["action": "hold"]),
        ] as [(String, JSONValue)])
    func `who was brought and becomes an account is looked at as whoever signs up`(
        check: String, members: JSONValue
    ) async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on(check, members))
            var anne = TestUser(try cast.signUp(["device": "anne's"]))
            try cast.client.link(&anne, email: "anne@example.com").required(200)
            _ = try cast.friend(of: anne, ["device": "ben's"])
            var account = TestUser(try cast.signUp(at: "198.51.100.1"))
            try cast.client.link(&account, email: "anne+carl@example.com").required(200)
            // What the account gets by it is its referrer, and with the player's level the reward.
            let player = try cast.friend(of: anne, ["device": "ben's"])
            let rule: JSONValue = [
                "when": [["fact": "highest_level", "at_least": 5], ["signed_up": true]],
                "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]],
            ]
            try cast.client.send(
                "PUT", "/v1/admin/rules/level-5", token: cast.admin, headers: ["If-Match": "*"], rule
            ).required(200)
            try cast.reach(5, player)
            try cast.client.send(
                "POST", "/v1/sessions",
                [
                    "email": "anne+carl@example.com", "password": .string(TestClient.password),
                    "merge": .string(player.token),
                ]
            ).required(200)
            #expect(try cast.rewards() == ["held \(check)"])
        }
    }

    @Test(
        arguments: [
            ("deny", 0, ["paid", "reversed", "reversed"]),
            ("deny", 1, ["held", "void same_device", "void same_device"]),
            ("hold", 0, ["paid", "paid", "paid"]),
            ("hold", 1, ["held", "held same_device", "held same_device"]),
        ] as [(String, Int64, [String])])
    func `a referrer for each friend is one when they become one account`(
        action: String, hours: Int64, rewards: [String]
    ) async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(
                Self.on("same_device", ["action": .string(action), "at_least": 1]))
            let rule: JSONValue = [
                "when": [["fact": "highest_level", "at_least": 5]],
                "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]],
                "hold": ["hours": .integer(hours)],
            ]
            try cast.client.send(
                "PUT", "/v1/admin/rules/level-5", token: cast.admin, headers: ["If-Match": "*"], rule
            ).required(200)
            var account = try cast.client.signUp()
            try cast.client.link(&account, email: "anne@example.com").required(200)
            let players = try (0..<3).map { _ in try cast.client.signUp() }
            for player in players {
                try cast.reach(5, try cast.friend(of: player, ["device": "the one phone"]))
            }
            #expect(try Set(cast.rewards()).count == 1)
            for player in players {
                let merge: JSONValue = [
                    "email": "anne@example.com", "password": .string(TestClient.password),
                    "merge": .string(player.token),
                ]
                try cast.client.send("POST", "/v1/sessions", merge).required(200)
            }
            #expect(try cast.rewards() == rewards)
            let balance = "SELECT coalesce(sum(amount), 0) FROM balances"
            let paid = rewards.filter { $0 == "paid" }.count
            #expect(try cast.server.database.psql(balance) == "\(50 * paid)")
            let waiting = "SELECT count(*) FROM rewards WHERE status = 'held' AND release_at IS NULL"
            let waits = rewards.filter { $0 == "held same_device" }.count
            #expect(try cast.server.database.psql(waiting) == "\(waits)")
            let check = try cast.client.get("/v1/admin/ledger/check", token: cast.admin)
            #expect(check.json["balanced"] == true, "\(check.text)")
            let acts = "SELECT count(*) FROM audit_entries WHERE actor = 'merge'"
            #expect(try cast.server.database.psql(acts) == (action == "deny" ? "2" : "0"))
        }
    }

    @Test func `an e-mail that takes the first one's place is the mailbox that counts`() async throws {
        try await MailServed.with { here in
            let admin = try await here.server.key(.admin)
            try here.client.send(
                "PUT", TrustCast.path, token: admin, headers: ["If-Match": "*"],
                Self.on("same_mailbox", ["action": "hold"])
            ).required(200)
            try here.client.send(
                "PUT", "/v1/admin/rules/level-5", token: admin, headers: ["If-Match": "*"],
                [
                    "when": [["email_verified": true]],
                    "pay": [["to": "referrer", "currency": "pieces_of_eight", "amount": 50]],
                ]
            ).required(200)
            let anne = try here.holder("anne@gmail.com")
            let ben = try here.holder("nobodys@example.com", referredBy: anne.code)
            let change: JSONValue = [
                "email": "a.nne+1@gmail.com", "current_password": .string(TestClient.password),
            ]
            let asked = try here.client.send("PUT", "/v1/users/me/email", token: ben.token, change)
            #expect(asked.status == 202)
            #expect(try here.press(try await here.mails.next(to: "a.nne+1@gmail.com")).status == 200)
            let made = "SELECT status || ' ' || codes FROM rewards WHERE rule = 'level-5'"
            #expect(try here.server.database.psql(made) == "held same_mailbox")
        }
    }

    @Test func `who leaves makes no room in a burst`() async throws {
        try await TrustCast.with { cast in
            try cast.setProgramme(Self.on("burst", ["action": "hold", "at_least": 2, "minutes": 60]))
            let anne = try cast.client.signUp()
            let ben = try cast.friend(of: anne)
            try cast.reach(5, ben)
            try cast.client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: cast.admin).required(204)
            try cast.reach(5, try cast.friend(of: anne))
            #expect(try cast.rewards() == ["paid", "held burst"])
        }
    }
}

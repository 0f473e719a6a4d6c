import HTTP
import Service
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

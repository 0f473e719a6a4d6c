import JSON
import TestSupport
import Testing

/// A story that writes into most tables of an app's database: players, money, links, webhooks, rules, keys,
/// mails, and players who leave.
struct RichStory {
    struct Player {
        let uid: String
        let token: String
    }

    let app: StrangersApp

    func play() throws {
        let players = try seed()
        try app.addHeldRule()
        try configure()
        try app.finishTutorial(token: players["ben"]!.token)
        try spend(players["anne"]!.uid)
        try share(players["anne"]!)
        try send(players)
        try change(players)
    }

    private func seed() throws -> [String: Player] {
        let seed: JSONValue = [
            "players": .array([
                ["name": "anne", "email": "anne@example.com", "level": .integer(3)],
                ["name": "ben", "email": "ben@example.com", "referred_by": "anne", "level": .integer(6)],
                ["name": "cem", "referred_by": "anne"], ["name": "dan"], ["name": "eve"],
            ])
        ]
        let made = try app.call("POST", "/test/seed", seed).required(200).json["players"]?.array ?? []
        return Dictionary(
            uniqueKeysWithValues: made.map { player in
                (
                    player["name"]?.string ?? "",
                    Player(
                        uid: player["uid"]?.string ?? "", token: player["access_token"]?.string ?? "")
                )
            })
    }

    private func configure() throws {
        try app.call(
            "POST", "/v1/admin/webhooks",
            ["url": .string(app.url + "test/webhooks"), "types": .array(["user.created", "reward.paid"])],
            token: app.adminKey
        ).required(201)
        try app.call(
            "PUT", "/v1/admin/currencies/rubies", ["title": "Rubies", "state": "active"], token: app.adminKey
        ).required(200)
        try app.call(
            "POST", "/v1/admin/trials",
            [
                "rule": [
                    "name": "level-5", "when": .array([["fact": "highest_level", "at_least": .integer(5)]]),
                    "pay": .array([["to": "referrer", "currency": "rubies", "amount": .integer(80)]]),
                ], "from": "2025-11-01T00:00:00Z",
            ], token: app.adminKey
        ).required(202)
    }

    private func spend(_ uid: String) throws {
        let id = "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e22"
        try app.call(
            "POST", "/v1/admin/users/\(uid)/adjustments",
            [
                "id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e23", "currency": "pieces_of_eight",
                "amount": .integer(500), "reason": "A gift",
            ], token: app.adminKey
        ).required(201)
        try app.call(
            "POST", "/v1/users/\(uid)/redemptions",
            [
                "id": .string(id), "currency": "pieces_of_eight", "amount": .integer(20),
                "reason": "A parrot",
            ], token: app.serverKey
        ).required(201)
        try app.call(
            "POST", "/v1/users/\(uid)/redemptions/\(id)/refund",
            ["id": "8a0d3a4e-51a0-4b6e-9e5c-2f6f3c1d7e24", "reason": "It died"], token: app.serverKey
        ).required(201)
    }

    private func share(_ anne: Player) throws {
        try app.call("PUT", "/v1/users/me/profile", ["full_name": "Anne Bonny"], token: anne.token)
            .required(200)
        let invite = try app.call("POST", "/v1/invites", ["channel": "email"], token: anne.token)
            .required(201).json
        let link = invite["link"]?["short_link"]?.string ?? ""
        let code = String(link.split(separator: "/").last ?? "")
        let opened = try app.client.send(
            "GET", "/\(code)", headers: ["Host": "\(app.id).localhost", "User-Agent": StrangersApp.phone])
        #expect(opened.status < 400, "\(opened.text)")
    }

    private func send(_ players: [String: Player]) throws {
        try app.call("POST", "/v1/password-resets", ["email": "anne@example.com"]).required(202)
        try app.call("POST", "/v1/sessions", ["email": "ben@example.com", "password": "shipmate-test"])
            .required(200)
        try app.call("POST", "/v1/sessions", ["email": "ben@example.com", "password": "wrong"]).required(401)
        try app.call(
            "PUT", "/v1/users/me/email",
            ["current_password": "shipmate-test", "email": "ben@example.org"], token: players["ben"]!.token
        ).required(202)
        try app.call("POST", "/v1/users/me/stream/tickets", [:], token: players["anne"]!.token).required(201)
        _ = try app.call("GET", "/test/webhooks?wait=5s").required(200)
    }

    private func change(_ players: [String: Player]) throws {
        try app.call(
            "PUT", "/v1/users/me/password",
            ["current_password": "shipmate-test", "password": "a parrot named Sam"],
            token: players["anne"]!.token
        ).required(200)
        try app.call("POST", "/v1/admin/rules/tutorial/pause", [:], token: app.adminKey).required(200)
        try app.call(
            "PUT", "/v1/admin/users/\(players["dan"]!.uid)/external-id", ["external_id": "player-4711"],
            token: app.serverKey
        ).required(200)
        try app.call(
            "PUT", "/v1/admin/users/\(players["cem"]!.uid)/standing",
            ["standing": "watched", "reason": "Forty friends"], token: app.adminKey
        ).required(200)
        try app.call("DELETE", "/v1/users/me", [:], token: players["eve"]!.token).required(202)
        try app.call("DELETE", "/v1/admin/users/\(players["dan"]!.uid)", [:], token: app.adminKey)
            .required(204)
        try app.call("DELETE", "/v1/sessions/current", token: players["cem"]!.token).required(204)
    }
}

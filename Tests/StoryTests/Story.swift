import Crypto
import FoundationEssentials
import HTTP
import JSON
import Links
import TestSupport
import Testing

// What the stories' players do, over and over.

extension LinkCast {
    /// An invitation's payload, as an app reads it: whoever it was sent by.
    func inviter(in deepLink: JSONValue?) throws -> String {
        try #require(try WebURL(deepLink?.string ?? "").queryValue("invitedby"))
    }

    /// The friend reports a level as the app does, with an id of its own.
    func report(level: Int64, as friend: TestUser) throws -> TestClient.Reply {
        try client.reachLevel(level, token: friend.token, id: UUID().uuidString.lowercased()).required(200)
    }

    /// The friend has done with a part of the game.
    func report(milestone: String, as friend: TestUser) throws -> TestClient.Reply {
        try client.send(
            "POST", "/v1/events", token: friend.token,
            [
                "id": .string(UUID().uuidString.lowercased()), "type": "milestone_reached",
                "milestone": .string(milestone),
            ]
        ).required(200)
    }

    /// Returns when all loops go by a rule that was made.
    func waitUntilInForce(_ rule: String) async throws {
        let clients = try (0..<8).map { _ in try server.client }
        let (probe, key) = (try client.signUp(), try await server.key(.server))
        let isInForce = try await eventually {
            try clients.allSatisfy { client in
                let reply = try client.reachLevel(
                    1, token: key, id: UUID().uuidString.lowercased(), uid: probe.uid)
                return reply.json["decisions"]?.array?.contains { $0["rule"]?.string == rule } == true
            }
        }
        #expect(isInForce)
    }

    /// What a player's own record says.
    func record(of player: TestUser) throws -> JSONValue {
        try client.send("GET", "/v1/users/me", token: player.token).required(200).json["user"] ?? .null
    }
}

extension TestClient.Reply {
    /// The address of a page's link of this label.
    func href(of label: String) throws -> String {
        let links = text.matches(of: /<a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a>/)
        let found = try #require(links.first { $0.2 == label }, "no link \(label) in \(text)")
        return String(found.1).replacing("&amp;", with: "&").replacing("&#39;", with: "'")
    }

    /// What a page's tag of this name says.
    func tag(_ property: String) -> String? {
        let tags = text.matches(of: /<meta (?:property|name)="([^"]*)" content="([^"]*)">/)
        return tags.first { $0.1 == property }.map {
            String($0.2).replacing("&amp;", with: "&").replacing("&#39;", with: "'")
        }
    }
}

extension String {
    /// The first of our links in a text that somebody got.
    var firstLink: String {
        get throws { String(try #require(firstMatch(of: /https:\/\/go\.example\.com\/\w+/), "\(self)").0) }
    }

    /// As one segment of a path.
    var asSegment: String {
        replacing("%", with: "%25").replacing(":", with: "%3A").replacing("/", with: "%2F")
    }
}

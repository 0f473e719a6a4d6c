import Crypto
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// Titles, texts and pictures of strangers on the app's domain.
struct PlayerLinkCardTests {
    private static let evil: JSONValue = ["image_link": "https://evil.example/a.png"]

    private func with(
        _ cards: AppProfile.PlayerCards?, _ body: (TestServer, TestClient, TestUser) async throws -> Void
    ) async throws {
        var options = TestServer.Options()
        options.profile = .test
        options.profile?.playerCards = cards
        try await TestServer.with(options) { server in
            let client = try server.client
            try await body(server, client, try client.signUp())
        }
    }

    @Test func `a player's picture comes from the profile's hosts, a key's from anywhere`() async throws {
        try await with(.ownPictures) { server, client, eve in
            expectProblem(
                try client.makeLink(["social": Self.evil], token: eve.token), 422, "validation",
                mistakes: ["/social/image_link invalid"])
            expectProblem(
                try client.invite(["social": Self.evil], token: eve.token), 422, "validation",
                mistakes: ["/social/image_link invalid"])
            let data: JSONValue = ["$og_image_url": "https://evil.example/a.png"]
            expectProblem(
                try client.makeLink(["data": data], token: eve.token), 422, "validation",
                mistakes: ["/data/$og_image_url invalid"])
            #expect(try server.database.psql("SELECT count(*) FROM links") == "0")
            let own: JSONValue = ["title": "Come aboard", "image_link": "https://example.com/a.png"]
            expect(try client.makeLink(["social": own], token: eve.token), 201)
            expect(try client.invite(["social": own], token: eve.token), 201)
            let key = try await server.key(.server)
            expect(try client.makeLink(["social": Self.evil], token: key), 201)
        }
    }

    @Test func `none refuses a player's title and text, and no key's`() async throws {
        try await with(AppProfile.PlayerCards.none) { server, client, eve in
            let card: JSONValue = ["title": "You have won", "description": "Sign in here"]
            expectProblem(
                try client.makeLink(["social": card], token: eve.token), 422, "validation",
                mistakes: ["/social/title invalid", "/social/description invalid"])
            expect(try client.makeLink(token: eve.token), 201)
            expect(try client.invite(token: eve.token), 201)
            expect(try client.makeLink(["social": card], token: try await server.key(.server)), 201)
        }
    }

    @Test func `keys that every copy of the app carries count as players`() async throws {
        try await with(.ownPictures) { server, client, _ in
            func firebase(_ key: String) throws -> TestClient.Reply {
                let card: JSONValue = ["socialImageLink": "https://evil.example/a.png"]
                return try client.send(
                    "POST", "/v1/shortLinks?key=\(key)",
                    [
                        "dynamicLinkInfo": [
                            "domainUriPrefix": "https://go.example.com", "link": "https://example.com/join",
                            "socialMetaTagInfo": card,
                        ]
                    ])
            }
            func branch(_ secret: JSONValue) throws -> TestClient.Reply {
                try client.send(
                    "POST", "/v1/url",
                    [
                        "branch_key": "key_live_test", "branch_secret": secret,
                        "data": ["$og_image_url": "https://evil.example/a.png"],
                    ])
            }
            let refused = try firebase("AIzaTestKey")
            #expect(refused.legacyError == "400 INVALID_ARGUMENT", "\(refused.text)")
            #expect(
                refused.legacyMessage.contains("/dynamicLinkInfo/socialMetaTagInfo/socialImageLink"),
                "\(refused.text)")
            expect(try firebase(try await server.key(.links)), 200)
            let stranger = try branch(.null)
            #expect(stranger.legacyError == "400", "\(stranger.text)")
            #expect(stranger.legacyMessage.contains("/data/$og_image_url"), "\(stranger.text)")
            expect(try branch("secret_live_test"), 200)
        }
    }

    @Test func `a profile without the setting goes on as before`() async throws {
        try await with(nil) { _, client, eve in
            expect(try client.makeLink(["social": Self.evil], token: eve.token), 201)
            expect(try client.invite(["social": Self.evil], token: eve.token), 201)
        }
    }
}

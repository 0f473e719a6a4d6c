import API
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// A page of ours shows what we said, or what somebody with an account had us sign.
struct LongLinkCardTests {
    private static let stranger =
        "https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fplay&st=You+won&sd=Send+us+your+password"
        + "&si=https%3A%2F%2Fevil.example%2Fprize.png"
    private static let card: [String: JSONValue] = [
        "social": ["title": "A & B", "description": "Both", "image_link": "https://example.com/ab.png"]
    ]

    private func title(_ link: String, _ client: TestClient) throws -> String {
        let page = try client.visit(link, as: UserAgent.facebook)
        #expect(page.status == 200, "\(page.text)")
        let found = page.text.firstMatch(of: /<meta property="og:title" content="([^"]*)">/)
        return found.map { String($0.1) } ?? "none"
    }

    @Test func `a stranger's card is not shown, the app's is`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            for link in [Self.stranger, Self.stranger + "&sig=AAAAAAAAAAAAAAAA", Self.stranger + "&sig=none"]
            {
                for agent in [UserAgent.facebook, UserAgent.whatsApp, UserAgent.iPhone] {
                    let page = try client.visit(link, as: agent)
                    #expect(page.status == 200 && page.text.contains("Sail with friends."))
                    for foreign in ["You won", "password", "evil.example"] {
                        #expect(!page.text.contains(foreign))
                    }
                }
                let debug = try client.visit(link + "&d=1")
                #expect(debug.text.contains("UNSIGNED_SOCIAL_PARAM"))
            }
        }
    }

    @Test func `the card of a long link that was printed here is shown, as long as it is of that link`()
        async throws
    {
        try await OpeningTests.withLinks { server, client, key in
            let made = try client.makeLink(Self.card, token: key)
            let long = try #require(made.link["long_link"]?.string)
            #expect(long.contains("&st=A%20%26%20B&") && long.contains("&sig="))
            #expect(try client.get("/v1/links/\(made.code)", token: key).link["long_link"]?.string == long)
            #expect(try title(long, client) == "A &amp; B")
            #expect(try title(long + "&utm_source=mail", client) == "A &amp; B")
            // The same for every process of the installation, and again after a restart.
            let sister = try await TestServer.start(on: server.database, OpeningTests.options)
            let shown = Result { try title(long, try sister.client) }
            await sister.stop()
            #expect(try shown.get() == "A &amp; B")
            for (part, other) in [
                ("st=A", "st=C"), ("sd=Both", "sd=One"), ("example.com%2Fab.png", "example.com%2Fac.png"),
                ("example.com%2Fplay", "example.com%2Felse"),
                ("https://go.example.com/", "https://example.com/invite/"),
                ("&sig=", "&gis="),
            ] {
                let changed = long.replacing(part, with: other)
                #expect(changed != long)
                #expect(try title(changed, client) == "Pieces &amp; Eight", "\(changed)")
            }
            // Without a card there is nothing to sign.
            let plain = try client.makeLink(token: key).link["long_link"]?.string
            #expect(plain?.contains("sig=") == false)
        }
    }

    @Test func `nobody has a stranger's card signed but by making a link of it`() async throws {
        try await OpeningTests.withLinks { _, client, _ in
            let reply = try client.claim(["link": .string(Self.stranger)], as: .iphone(at: "192.0.2.1"))
            #expect(reply.json["match"] == "unique")
            let told = try #require(reply.json["link"]?["long_link"]?.string)
            #expect(!told.contains("sig="))
            #expect(try title(told, client) == "Pieces &amp; Eight")
        }
    }

    @Test func `a profile may let long links from before bring their own card`() async throws {
        var options = OpeningTests.options
        options.profile?.trustsUnsignedCards = true
        try await TestServer.with(options) { server in
            let shown = try title(Self.stranger, try server.client)
            #expect(shown == "You won")
        }
    }
}

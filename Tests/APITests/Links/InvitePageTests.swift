import Crypto
import HTTP
import JSON
import Links
import TestSupport
import Testing

@testable import API

/// The page that a friend opens: who invites, to what, what both get, and the way there.
struct InvitePageTests {
    static var branded: TestServer.Options {
        get throws {
            var options = TestServer.Options.links
            var brand = AppProfile.Brand()
            brand.icon = try WebURL("https://cdn.example/icon.png")
            brand.color = Colour("#8a1538")
            brand.name = "Pieces & Eight: the Game"
            brand.tagline = "Sail with friends"
            options.profile?.brand = brand
            options.profile?.inviteOffer = "Both of you get 50 pieces of eight."
            return options
        }
    }

    /// Anne, as she shows herself.
    static func anne(_ client: TestClient, name: String = "Anne", picture: String?) throws -> TestUser {
        let anne = try client.signUp()
        let shown: JSONValue = [
            "full_name": .string(name + " Bonny"), "short_name": .string(name),
            "image_url": picture.map { .string($0) } ?? .null,
        ]
        try client.send("PUT", "/v1/users/me/profile", token: anne.token, shown).required(200)
        return anne
    }

    @Test func `tells the amounts of the rules that are in force, and offers nothing that isn't paid`()
        async throws
    {
        var options = try Self.branded
        options.profile?.inviteOffer = "You get {signup}, your friend {level-5}."
        try await TestServer.with(options) { server in
            let (client, admin) = (try server.client, try await server.key(.admin))
            let link = try client.invite([:], token: client.signUp().token).required(201).shortLink
            func page() throws -> String { try client.visit(link, as: UserAgent.iPhone).text }
            #expect(try page().contains("You get 50, your friend 50."))
            try server.database.declare("gems")
            let rule = "/v1/admin/rules/level-5"
            let dearer: JSONValue = [
                "when": [["fact": "highest_level", "at_least": 5]],
                "pay": [["to": "referrer", "currency": "gems", "amount": 80]],
            ]
            try client.send("PUT", rule, token: admin, headers: ["If-Match": "*"], dearer).required(200)
            #expect(try await eventually { try page().contains("You get 50, your friend 80.") })
            try client.send("POST", rule + "/pause", token: admin).required(200)
            #expect(try await eventually { try !page().contains("You get") })
        }
    }

    private func place(_ text: String, in page: String) throws -> String.Index {
        try #require(page.firstRange(of: text)?.lowerBound, "\(text) is not in \(page)")
    }

    @Test func `says who invites with picture and words, what both get, and Get the app comes first`()
        async throws
    {
        try await TestServer.with(try Self.branded) { server in
            let client = try server.client
            let anne = try Self.anne(client, picture: "https://cdn.example/anne.png")
            let social: JSONValue = ["title": "Sail with me", "image_link": "https://cdn.example/sea.png"]
            let link = try client.invite(["social": social], token: anne.token).required(201).shortLink
            let reply = try client.visit(link, as: UserAgent.iPhone)
            let page = reply.text
            let heading =
                #"<h1><bdi lang="" dir="auto">Anne</bdi> invites you to "#
                + #"<bdi lang="" dir="auto">Pieces &amp; Eight: the Game</bdi></h1>"#
            let order = [
                "<title>Anne invites you to Pieces &amp; Eight: the Game</title>",
                #"<link rel="apple-touch-icon" href="https://cdn.example/icon.png">"#, "#8a1538",
                #"src="https://cdn.example/sea.png""#, #"src="https://cdn.example/anne.png""#,
                #"src="https://cdn.example/icon.png""#, "Sail with friends", heading, "Sail with me",
                "Both of you get 50 pieces of eight.", ">Get the app</a>", ">I have it already</a>",
            ]
            let places = try order.map { try place($0, in: page) }
            #expect(places == places.sorted(), "\(page)")
            #expect(page.contains(#"class="button primary" href="https://apps.apple.com/"#))
            #expect(page.contains(#"data-store="App Store""#))
            #expect(!page.contains(">Open</a>"))
            let fetched = page.matches(of: /(?:src|rel="[a-z-]+" href)="([^"]*)"/).map { String($0.1) }
            #expect(fetched.allSatisfy { $0.hasPrefix("https://cdn.example/") }, "\(fetched)")
            #expect(reply.raw.body.count < 100_000)
            #expect(reply[header: "content-security-policy"]?.contains("img-src https:;") == true)
        }
    }

    @Test func `one who shows no name invites all the same, in the visitor's language`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let link = try client.invite(token: try client.signUp().token).shortLink
            let page = try client.visit(link, as: UserAgent.iPhone, headers: ["Accept-Language": "de"]).text
            #expect(page.contains("<h1>Du bist eingeladen.</h1>"))
            #expect(page.contains(">Ich habe sie schon</a>"))
        }
    }

    @Test func `a link of the app's own that names the inviter says so too; a long link names nobody`()
        async throws
    {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let anne = try Self.anne(client, picture: nil)
            let payload = "https://example.com/join?invitedby=\(anne.code)"
            let made = try client.makeLink(to: payload, token: try await server.key(.server)).required(201)
            #expect(try client.visit(made.shortLink, as: UserAgent.iPhone).text.contains("Anne invites you"))
            let long = made.link["long_link"]?.string ?? ""
            let page = try client.visit(long + "&ibi=com.example.game", as: UserAgent.iPhone).text
            #expect(page.contains(">I have it already</a>") && !page.contains("Anne"))
        }
    }

    @Test func `what the button copies is called what it is: an invitation, or a link`() async throws {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let invite = try client.invite(token: try client.signUp().token).shortLink
            let link = try client.shorten(token: try await server.key(.server))
            for (url, language, words) in [
                (invite, "en", "Copies your invitation, so that the app finds it."),
                (link, "en", "Copies this link, so that the app finds it."),
                (invite, "de", "Kopiert deine Einladung, damit die App sie findet."),
                (link, "de", "Kopiert diesen Link, damit die App ihn findet."),
            ] {
                let page = try client.visit(
                    url, as: UserAgent.iPhone, headers: ["Accept-Language": language])
                #expect(page.text.contains(#"<p class="handoff">"# + words), "\(page.text)")
            }
        }
    }

    @Test func `short names stay on one line, and what the app says of itself is said once`() async throws {
        var options = TestServer.Options.links
        options.profile?.brand.tagline = "Sail with friends."
        try await TestServer.with(options) { server in
            let client = try server.client
            let anne = try Self.anne(client, name: "Anne B.", picture: nil)
            let invite = try client.invite(token: anne.token).shortLink
            let page = try client.visit(invite, as: UserAgent.iPhone).text
            #expect(page.contains(">Anne\u{A0}B.</bdi> invites you to "), "\(page)")
            #expect(page.contains(">Pieces\u{A0}&amp;\u{A0}Eight</bdi></h1>"), "\(page)")
            let link = try client.shorten(token: try await server.key(.server))
            for page in [page, try client.visit(link, as: UserAgent.iPhone).text] {
                #expect(page.ranges(of: "Sail with friends.").count == 1, "\(page)")
            }
        }
    }

    @Test func `what an inviter calls itself is a text`() async throws {
        try await TestServer.with(try Self.branded) { server in
            let client = try server.client
            let name = "<script>alert(1)</script>{app}'\""
            let anne = try Self.anne(client, name: name, picture: "https://cdn.example/a.png?x='onerror='y")
            let invite = try client.invite(token: anne.token).required(201)
            let page = try client.visit(invite.shortLink, as: UserAgent.iPhone).text
            let html = try #require(invite.json["message"]?["html"]?.string)
            for text in [page, html] {
                #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;{app}&#39;&quot;"))
                #expect(!text.contains("<script>alert") && !text.contains("'onerror"))
            }
        }
    }

    @Test func `a page for nothing has the app's name and a way on, and says what happened to a link`()
        async throws
    {
        try await TestServer.with(try Self.branded) { server in
            let client = try server.client
            let key = try await server.key(.server)
            let expired = try client.shorten(
                ["expires_at": "2999-01-01T00:00:00Z", "alias": "old"], token: key)
            let used = try client.shorten(["one_time": true, "alias": "used"], token: key)
            _ = try server.database.psql("UPDATE links SET expires_at = '2020-01-01' WHERE code = 'old'")
            _ = try server.database.psql("UPDATE links SET claimed_at = '2020-01-01' WHERE code = 'used'")
            for (url, title) in [
                (expired, "This link has expired"), (used, "This link has been used"),
                ("https://go.example.com/nobody", "This link leads nowhere"),
                ("https://go.example.com/no/route", "This link leads nowhere"),
                ("https://go.example.com/?link=https://evil.example/", "This link can’t be followed"),
            ] {
                let accept = ["Accept": "text/html"]
                let reply = try client.visit(url, as: UserAgent.iPhone, headers: accept)
                #expect(reply.status == (url.contains("evil") ? 400 : 404))
                for text in [
                    "<h1>\(title)</h1>", "Pieces &amp; Eight: the Game",
                    #"class="button primary" href="https://apps.apple.com/app/id1234567890">App Store</a>"#,
                    #"href="https://example.com/join">On the web</a>"#,
                    #"src="https://cdn.example/icon.png""#,
                ] {
                    #expect(reply.text.contains(text), "\(url): \(text) in \(reply.text)")
                }
                let others = try client.visit(url, as: UserAgent.android, headers: accept).text
                #expect(others.contains(">Google Play</a>") && !others.contains(">App Store</a>"), "\(url)")
                // A number only where there is nothing better to say.
                let isNumbered = !title.contains("expired") && !title.contains("used")
                #expect(reply.text.contains(#"<p class="status">"#) == isNumbered, "\(url)")
            }
        }
    }

    @Test func `browsers and iPhones find the icon where they look`() async throws {
        for (options, status) in [(try Self.branded, 302), (TestServer.Options.links, 404)] {
            try await TestServer.with(options) { server in
                for path in ["/favicon.ico", "/apple-touch-icon.png"] {
                    let reply = try server.client.visit("https://go.example.com" + path)
                    #expect(reply.status == status)
                    let icon = status == 302 ? "https://cdn.example/icon.png" : nil
                    #expect(reply[header: "location"] == icon)
                }
            }
        }
    }

    @Test func `an invite has HTML for mail, which needs no stylesheet, and a channel that is only the link`()
        async throws
    {
        try await TestServer.with(try Self.branded) { server in
            let client = try server.client
            let anne = try Self.anne(client, picture: nil)
            let reply = try client.invite(["channel": "email"], token: anne.token).required(201)
            let html = try #require(reply.json["message"]?["html"]?.string)
            for text in [
                "<h1 style=", "Anne Bonny invites you to Pieces &amp; Eight</h1>",
                "<table role=\"presentation\"",
                #"src="https://example.com/card.png" alt="""#, "bgcolor=\"#8a1538\"",
                "href=\"\(reply.shortLink)\" style=", ">Get the app</a>", "(code \(anne.code))",
                "Both of you get 50 pieces of eight.",
            ] {
                #expect(html.contains(text), "\(text) in \(html)")
            }
            for markup in ["<style", "<script", "class=", "<link"] { #expect(!html.contains(markup)) }
            #expect(html.utf8.count < 100_000)
            let copy = try client.invite(["channel": "copy"], token: anne.token).required(201)
            #expect(
                copy.json["message"]
                    == ["subject": .null, "body": .string(copy.shortLink), "html": .null])
        }
    }
}

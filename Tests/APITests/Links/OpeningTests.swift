import API
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Who opens a link gets what, through real HTTP.
struct OpeningTests {
    static var options: TestServer.Options {
        var options = TestServer.Options()
        options.profile = .test
        return options
    }

    /// A server with links, and a key that makes them.
    static func withLinks(_ body: (TestServer, TestClient, String) async throws -> Void) async throws {
        try await TestServer.with(options) { server in
            try await body(server, try server.client, try await server.key(.server))
        }
    }

    @Test func `each platform is sent where it can go on`() async throws {
        try await Self.withLinks { _, client, key in
            let link = try client.shorten(
                ["desktop": ["fallback_link": "https://example.com/desk"]], token: key)
            let play =
                "https://play.google.com/store/apps/details?id=com.example.game&referrer=link_click_id%3D"
            for (agent, start) in [
                (UserAgent.android, play), (UserAgent.fire, play),
                (UserAgent.desktop, "https://example.com/desk"),
                (String(repeating: "\u{7E}noise ", count: 1170), "https://example.com/desk"),
            ] {
                let reply = try client.visit(link, as: agent)
                #expect(reply.status == 302, "\(agent): \(reply.text)")
                #expect(reply[header: "location"]?.hasPrefix(start) == true, "\(agent)")
                #expect(reply[header: "cache-control"] == "no-store")
                #expect(reply[header: "referrer-policy"] == "no-referrer")
                #expect(reply.raw.body.isEmpty)
            }
            for agent in [UserAgent.iPhone, UserAgent.iPad] {
                let reply = try client.visit(link, as: agent)
                #expect(reply.status == 200)
                #expect(reply.text.contains(">Open</a>"), "\(reply.text)")
                #expect(reply.text.contains(#"href="https://apps.apple.com/app/id1234567890""#))
            }
        }
    }

    @Test func `bots get the card: Open Graph, Twitter and App Links tags`() async throws {
        try await Self.withLinks { _, client, key in
            let link = try client.shorten(
                ["social": ["title": "Come aboard", "description": "50 pieces of eight"]], token: key)
            for agent in UserAgent.bots {
                let reply = try client.visit(link, as: agent)
                #expect(reply.status == 200, "\(agent)")
                for tag in [
                    #"<meta property="og:title" content="Come aboard">"#,
                    #"<meta property="og:description" content="50 pieces of eight">"#,
                    #"<meta property="og:image" content="https://example.com/card.png">"#,
                    #"<meta property="og:url" content="\#(link)">"#,
                    #"<meta name="twitter:card" content="summary_large_image">"#,
                    #"<meta property="al:ios:app_store_id" content="1234567890">"#,
                    #"<meta property="al:android:package" content="com.example.game">"#,
                    #"<meta property="al:web:url" content="https://example.com/play">"#,
                ] {
                    #expect(reply.text.contains(tag), "\(agent): \(tag)")
                }
                #expect(!reply.text.contains("link_click_id"))
            }
        }
    }

    @Test func `unknown and expired are pages that nobody keeps, and the latter says so`() async throws {
        try await Self.withLinks { server, client, key in
            let link = try client.shorten(["expires_at": "2999-01-01T00:00:00Z", "alias": "old"], token: key)
            _ = try server.database.psql("UPDATE links SET expires_at = '2020-01-01' WHERE code = 'old'")
            let unknown = try client.visit("https://go.example.com/nobody")
            #expect(unknown.status == 404)
            #expect(unknown[header: "cache-control"] == "no-store")
            #expect(unknown[header: "content-type"] == "text/html; charset=utf-8")
            for agent in [UserAgent.android, UserAgent.iPhone, UserAgent.desktop, UserAgent.facebook] {
                let expired = try client.visit(link, as: agent)
                #expect(expired.status == 404, "\(agent)")
                #expect(expired.text.contains("<h1>This link has expired</h1>"))
                #expect(expired[header: "cache-control"] == "no-store")
            }
            for path in [
                "", "/a%2Fb", "/a/b", "/a/b/qr", "/%3Cscript%3E", "/" + String(repeating: "x", count: 129),
                "/favicon.ico",
            ] {
                let accept = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
                let reply = try client.visit("https://go.example.com" + path, headers: accept)
                #expect(reply.status == 404, "\(path)")
                #expect(reply.raw.body == unknown.raw.body, "\(path)")
            }
        }
    }

    @Test func `links live under every prefix, on no other host, and never before a call of the API`()
        async throws
    {
        try await Self.withLinks { _, client, key in
            let link = try client.shorten(["domain_uri_prefix": "https://example.com/invite"], token: key)
            #expect(link.hasPrefix("https://example.com/invite/"))
            #expect(try client.visit(link).status == 302)
            let code = link.split(separator: "/").last ?? ""
            #expect(try client.visit("https://EXAMPLE.com:8080/invite/\(code)").status == 302)
            expectProblem(try client.visit("https://elsewhere.example/\(code)"), 404, "not-found")
            expectProblem(try client.visit("https://example.com/\(code)"), 404, "not-found")
            #expect(try client.visit("https://go.example.com/health/live").status == 200)
            #expect(try client.visit("https://go.example.com/v1/users").status == 405)
            let refused = try client.visit("https://go.example.com/\(code)", method: "DELETE")
            #expect(refused.status == 405)
            #expect(refused[header: "allow"] == "GET, HEAD, OPTIONS")
        }
    }

    @Test func `HEAD says what GET would`() async throws {
        try await Self.withLinks { _, client, key in
            let link = try client.shorten(token: key)
            let head = try client.visit(link, as: UserAgent.desktop, method: "HEAD")
            #expect(head.status == 302)
            #expect(head[header: "location"] == "https://example.com/play")
            let page = try client.visit(link, as: UserAgent.iPhone, method: "HEAD")
            #expect(page.status == 200)
            #expect(page.raw.body.isEmpty)
        }
    }

    @Test func `people's opens are clicks; a HEAD, a bot's, a prefetch and a debug page are none`()
        async throws
    {
        try await Self.withLinks { _, client, key in
            let link = try client.shorten(["alias": "counted"], token: key)
            for agent in [UserAgent.android, UserAgent.iPhone, UserAgent.desktop, UserAgent.desktop] {
                _ = try client.visit(link, as: agent)
            }
            _ = try client.visit(link, as: UserAgent.android, method: "HEAD")
            _ = try client.visit(link, as: UserAgent.whatsApp)
            _ = try client.visit(link, as: UserAgent.desktop, headers: ["Sec-Purpose": "prefetch;prerender"])
            _ = try client.visit(link, as: UserAgent.desktop, headers: ["Purpose": "prefetch"])
            _ = try client.visit(link + "?d=1", as: UserAgent.desktop)
            func totals() throws -> JSONValue {
                try client.get("/v1/links/counted/stats", token: key).json["totals"] ?? .null
            }
            #expect(try await eventually { try totals()["clicks"] == 4 })
            // Long enough for a fifth to come.
            try await Task.sleep(for: .milliseconds(500))
            #expect(try totals()["clicks"] == 4)
            #expect(try totals()["redirects"] == 3)
        }
    }

    @Test func `the debug page shows where each platform goes, and the warnings`() async throws {
        try await Self.withLinks { _, client, key in
            let link = try client.shorten(["android": ["min_version_code": 7]], token: key)
            let page = try client.visit(link + "?d=1", as: UserAgent.android)
            #expect(page.status == 200)
            for text in [
                "Android", "iPhone", "iPad", "Computers", ">Warnings<", "UNNECESSARY_ANDROID_PACKAGE",
                #"<a class="url" dir="ltr" href="\#(link)">\#(link)</a>"#,
                #"href="https://play.google.com/store/apps/details?id=com.example.game&amp;"#,
                ##"<a href="#ipad">iPad</a>"##,
            ] {
                #expect(page.text.contains(text), "\(text) in \(page.text)")
            }
        }
    }

    @Test func `the debug page's links are of the schemes that pages lead to`() async throws {
        try await Self.withLinks { _, client, key in
            let data: JSONValue = ["$deeplink_path": "javascript:alert(1)//'onclick='alert(1)"]
            let payload = "https://example.com/?a='onclick='alert(1)"
            let link = try client.makeLink(["data": data], to: payload, token: key).required(201).shortLink
            let page = try client.visit(link + "?d=1", headers: ["Accept-Language": "ar"]).text
            let hrefs = page.matches(of: /<a [^>]*href="([^"]*)"/).map { String($0.1) }
            #expect(hrefs.count > 8)
            for href in hrefs {
                #expect(href.firstMatch(of: /^(https:\/\/|examplegame:\/\/|#[a-z]+$)/) != nil, "\(href)")
            }
            #expect(!page.contains("'onclick"))
        }
    }

    @Test func `the App Links page shows its tags to those who ask, as links to press`() async throws {
        try await Self.withLinks { _, client, _ in
            let page = try client.visit("https://go.example.com/applink?referral=7ZKQ4M9XTB&d=1")
            #expect(page.status == 200)
            let url = "examplegame://applink?referral=7ZKQ4M9XTB"
            for text in [
                "<dt>al:ios:url</dt>", #"<a class="url" dir="ltr" href="\#(url)">\#(url)</a>"#,
                "<dt>al:android:package</dt>", ">com.example.game</span>", "<dt>al:web:url</dt>",
                #"href="https://example.com/join?invitedby=7ZKQ4M9XTB""#, "<dt>og:image</dt>",
            ] {
                #expect(page.text.contains(text), "\(text) in \(page.text)")
            }
            #expect(!page.text.contains("<meta property"))
        }
    }
}

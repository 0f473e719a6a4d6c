import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API
@testable import Pages

/// What a link's `data` says in Branch's words is shown as text, and leads nowhere of its own.
struct HostileDataTests {
    private static let markup =
        "</title><script>alert(1)</script><img src=x onerror='alert(1)'>\"\r\nX-Evil: 1"

    private static let pages = [UserAgent.iPhone, UserAgent.facebook]

    private func withKey(_ body: (TestClient, String) throws -> Void) async throws {
        try await TestServer.with(.links) { server in
            try body(try server.client, try await server.key(.server))
        }
    }

    @Test(arguments: ["$og_title", "$og_description", "$og_app_id", "$custom", "title"])
    func `markup stays text on every page`(name: String) async throws {
        try await withKey { client, key in
            let link = try client.shorten(["data": .object([name: .string(Self.markup)])], token: key)
            for (agent, query) in Self.pages.map({ ($0, "") }) + [(UserAgent.desktop, "?d=1")] {
                let page = try client.visit(link + query, as: agent)
                #expect(page.status == 200)
                let own = [PageScript.press, .pictures].map { String(decoding: $0.bytes, as: UTF8.self) }
                let text = own.reduce(page.text) { $0.replacing("<script>\($1)</script>", with: "") }
                    .lowercased()
                for markup in ["<script", "<img src=x", "onerror='"] {
                    #expect(!text.contains(markup), "\(name): \(text)")
                }
                #expect(page[header: "x-evil"] == nil)
            }
        }
    }

    @Test func `the path in the app keeps its words, and no page acts on them`() async throws {
        try await withKey { client, key in
            for path in ["javascript:alert(1)", "//evil.example/x", "');alert(1)//", "a?b=1&c='2'#d"] {
                let link = try client.shorten(["data": ["$deeplink_path": .string(path)]], token: key)
                let page = try client.visit(link, as: UserAgent.iPhone)
                let hrefs = page.text.matches(of: /href="([^"]*)"/).map { String($0.1) }
                #expect(hrefs.count == 3)
                for href in hrefs {
                    #expect(href.hasPrefix("examplegame://") || href.hasPrefix("https://apps.apple.com/"))
                    #expect(!href.contains("'"), "\(href)")
                }
            }
        }
    }

    /// Only text directs; an object of that name is the app's own affair.
    @Test func `a directive that is no text directs nobody`() async throws {
        try await withKey { client, key in
            let evil: JSONValue = "https://evil.example/"
            for value: JSONValue in [[evil], ["url": evil], 5, .null] {
                let data: JSONValue = ["$desktop_url": value, "$ios_url": value, "$after_click_url": value]
                let link = try client.shorten(["data": data], token: key)
                let desktop = try client.visit(link, as: UserAgent.desktop)
                #expect(desktop[header: "location"] == "https://example.com/play")
                #expect(try !client.visit(link, as: UserAgent.iPhone).text.contains("evil.example"))
            }
        }
    }

    @Test func `where to go on after the app is shown, and only where the app's links may lead`()
        async throws
    {
        try await withKey { client, key in
            let good: JSONValue = ["$after_click_url": "https://example.com/after?a='1'"]
            let link = try client.shorten(["data": good], token: key)
            let page = try client.visit(link, as: UserAgent.iPhone)
            #expect(page.text.contains(#"href="https://example.com/after?a=&#39;1&#39;""#), "\(page.text)")
        }
    }
}

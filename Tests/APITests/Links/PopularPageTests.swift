import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import API

/// The page of a link that many open: written once, and each visitor's own all the same.
struct PopularPageTests {
    private func click(in page: TestClient.Reply) throws -> String {
        String(try #require(page.text.firstMatch(of: /data-click="([0-9a-f-]{36})"/)).1)
    }

    @Test func `all visitors get the same page, each with a click of its own wherever one is named`()
        async throws
    {
        try await TestServer.with(try InvitePageTests.branded) { server in
            let client = try server.client
            let anne = try InvitePageTests.anne(client, picture: nil)
            let invite = try client.invite(token: anne.token).required(201)
            var pages: [String] = []
            var clicks: [String] = []
            for number in 0..<6 {
                let phone = Opener.iphone(at: "192.0.2.\(number)")
                let page = try client.open(invite.shortLink, as: phone)
                let id = try click(in: page)
                #expect(page.text.ranges(of: id).count == 3, "\(page.text)")
                #expect(page[header: "content-security-policy"]?.contains("connect-src 'self'") == true)
                pages.append(page.text.replacing(id, with: "ID"))
                clicks.append(id)
                let claim = try client.claim(["link_click_id": .string(id)], as: phone).required(200)
                #expect(claim.json["match"] == "unique" && claim.json["link_click_id"]?.string == id)
            }
            #expect(Set(pages).count == 1 && Set(clicks).count == 6)
            let totals = try await client.statistics(of: invite.code, token: anne.token) {
                $0["totals"]?["clicks"] == 6
            }
            #expect(totals["totals"]?["clicks"] == 6)
        }
    }

    @Test
    func `a page that others have got is in the visitor's own language, and for the visitor's own device`()
        async throws
    {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let token = try client.signUp().token
            let link = try client.invite(["data": ["$always_deeplink": true]], token: token).shortLink
            for _ in 0..<3 {
                for (language, button) in [
                    ("de", "App laden"), ("fr", "Obtenir l’app"), ("en", "Get the app"),
                ] {
                    for (agent, store) in [
                        (UserAgent.iPhone, "apps.apple.com"), (UserAgent.android, "play.google.com"),
                    ] {
                        let page = try client.visit(link, as: agent, headers: ["Accept-Language": language])
                        #expect(page.text.contains(">\(button)</a>") && page.text.contains(store))
                    }
                }
                #expect(try client.visit(link, as: UserAgent.desktop).status == 302)
                #expect(try client.visit(link, as: UserAgent.facebook).text.contains("og:title"))
            }
        }
    }

    @Test func `a link that has expired or was used has no page any more, however popular it was`()
        async throws
    {
        try await TestServer.with(.links) { server in
            let client = try server.client
            let key = try await server.key(.server)
            let used = try client.shorten(["one_time": true], token: key)
            for _ in 0..<4 {
                #expect(try client.visit(used, as: UserAgent.iPhone).text.contains(">Get the app</a>"))
            }
            try client.claim(["link": .string(used)], as: .iphone(at: "192.0.2.1")).required(200)
            #expect(
                try await eventually {
                    try client.visit(used, as: UserAgent.iPhone).text.contains("This link has been used")
                })
            let soon = try server.database.psql(
                "SELECT to_char(now() AT TIME ZONE 'UTC' + interval '8 s', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
            )
            let old = try client.shorten(["expires_at": .string(soon)], token: key)
            #expect(
                try await eventually {
                    try client.visit(old, as: UserAgent.iPhone).text.contains("This link has expired")
                })
        }
    }
}

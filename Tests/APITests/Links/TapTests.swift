import Crypto
import HTTP
import JSON
import Limits
import Links
import TestSupport
import Testing

/// `POST /{code}/tap`, and pages that ask what they are on.
struct TapTests {
    private func tap(
        _ client: TestClient, _ link: String, _ members: [String: JSONValue],
        headers: [String: String] = [:]
    ) throws -> TestClient.Reply {
        let host = String(link.dropFirst("https://".count).prefix { $0 != "/" })
        let path = String(link.dropFirst("https://".count + host.count)) + "/tap"
        let all = headers.merging(["Host": host, "User-Agent": UserAgent.iPhone]) { given, _ in given }
        return try client.send("POST", path, headers: all, .object(members.map { JSONMember($0, $1) }))
    }

    @Test func `takes what the page saw, counts the redirect once, and sets no cookie`() async throws {
        try await LinkCast.with { cast in
            let invite = try cast.invite([:])
            let page = try cast.client.open(invite.shortLink, as: .iphone(at: "192.0.2.1"))
            let click = try cast.clickID(in: page.text)
            #expect(page.text.contains(#"data-tap="/\#(invite.code)/tap""#))
            #expect(page.text.contains(#"data-copy="\#(invite.shortLink)?link_click_id=\#(click)""#))
            let seen: [String: JSONValue] = [
                "link_click_id": .string(click), "screen": "393x852", "scale": 3,
                "timezone": "Europe/Berlin", "languages": ["de-DE", "en"], "copied": true,
            ]
            for _ in 0..<2 {
                let reply = try tap(cast.client, invite.shortLink, seen)
                expect(reply, 204)
                #expect(reply[header: "set-cookie"] == nil)
            }
            let found = try await cast.client.statistics(of: invite.code, token: cast.anne.token) {
                $0["totals"]?["redirects"] != 0
            }
            #expect(found["by_platform"]?["ios"]?["redirects"] == 1)
            #expect(
                try await eventually {
                    try cast.server.database.psql("SELECT count(*) FROM click_taps") == "1"
                })
        }
    }

    @Test func `refuses what no page says`() async throws {
        try await LinkCast.with { cast in
            let link = try cast.invite([:]).shortLink
            let rows: [([String: JSONValue], [String])] = [
                ([:], ["/link_click_id required"]),
                (["link_click_id": "x", "scale": "3"], ["/link_click_id invalid", "/scale out_of_range"]),
                (
                    ["link_click_id": .string(newID()), "scale": 11, "cookie": 1],
                    ["/scale out_of_range", "/cookie unknown_field"]
                ),
            ]
            for (members, mistakes) in rows {
                expectProblem(
                    try tap(cast.client, link, members), 422, "validation", mistakes: mistakes)
            }
            let long = JSONValue.string(String(repeating: "x", count: 5_000))
            expectProblem(try tap(cast.client, link, ["screen": long]), 413, "content-too-large")
        }
    }

    @Test func `an address past its limit of openings is answered alike, and nothing is kept`() async throws {
        var options = TestServer.Options.links
        options.limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil, linkOpensPerAddress: RateLimit(2, perSeconds: 3_600))
        try await TestServer.with(options) { server in
            let client = try server.client
            let key = try await server.key(.server)
            let link = try client.makeLink(token: key)
            let pages = try (0..<2).map { _ in
                try client.open(link.shortLink, as: .iphone(at: "192.0.2.1"))
            }
            let clicks = try pages.map { page in
                String(try #require(page.text.firstMatch(of: /data-click="([^"]+)"/)).1)
            }
            for (click, address) in [(clicks[0], "192.0.2.1"), (clicks[1], "192.0.2.2")] {
                let reply = try tap(
                    client, link.shortLink, ["link_click_id": .string(click)],
                    headers: ["X-Forwarded-For": address])
                expect(reply, 204)
            }
            #expect(
                try await eventually {
                    try server.database.psql("SELECT click_id FROM click_taps") == clicks[1]
                })
        }
    }

    @Test func `what may be an iPad is asked, counted when it has answered, and needs no script`()
        async throws
    {
        try await LinkCast.with { cast in
            let invite = try cast.invite([:])
            let ipad = Opener.ipadInSafari(at: "192.0.2.7")
            let long = invite.link["long_link"]?.string ?? ""
            for link in [invite.shortLink, long] {
                let page = try cast.client.open(link, as: ipad)
                #expect(page.status == 200 && !page.text.contains("link_click_id"))
                let answers = page.text.matches(of: /href="([^"]*device=(ipad|desktop))"/)
                #expect(answers.map { String($0.2) } == ["ipad", "desktop"])
                let paths = answers.map { String($0.1).replacing("&amp;", with: "&") }
                let onPad = try cast.client.open("https://go.example.com" + paths[0], as: ipad)
                #expect(onPad.text.contains("data-copy="), "\(onPad.text)")
                let onMac = try cast.client.open("https://go.example.com" + paths[1], as: ipad)
                #expect(onMac[header: "location"]?.hasPrefix("https://example.com/join?invitedby=") == true)
            }
            let found = try await cast.client.statistics(of: invite.code, token: cast.anne.token) {
                $0["totals"]?["clicks"] == 2
            }
            #expect(found["by_platform"]?["ios"]?["clicks"] == 1)
            #expect(found["by_platform"]?["desktop"]?["redirects"] == 1)
            // Whoever isn't asked has nothing to answer.
            let phone = try cast.client.open(
                invite.shortLink + "?device=desktop", as: .iphone(at: "192.0.2.8"))
            #expect(phone.status == 200)
        }
    }

    @Test func `the profile keeps the page from copying`() async throws {
        var options = TestServer.Options.links
        options.profile?.handsOff = false
        try await TestServer.with(options) { server in
            let client = try server.client
            let link = try client.shorten(token: try await server.key(.server))
            let page = try client.open(link, as: .iphone(at: "192.0.2.1"))
            #expect(!page.text.contains("data-copy") && !page.text.contains(#"class="handoff""#))
            #expect(page.text.contains("data-tap="))
        }
    }

    @Test func `an administrator sees by what claims found their links`() async throws {
        try await LinkCast.with { cast in
            let invite = try cast.invite([:])
            _ = try cast.claim(["link": .string(invite.shortLink)], as: .iphone(at: "192.0.2.1"))
            _ = try cast.claim([:], as: .iphone(at: "192.0.2.2"))
            let key = try await cast.server.key(.read)
            var claims: JSONValue?
            #expect(
                try await eventually {
                    claims = try cast.client.get("/v1/admin/stats", token: key).json["claims"]
                    return claims?["none"] == 1
                })
            #expect(
                claims == [
                    "click_id": 0, "install_referrer": 0, "link": 1, "clipboard": 0, "device": 0, "none": 1,
                ])
        }
    }
}

import HTTP
import JSON
import Links
import TestSupport
import Testing

/// What a profile may choose of how links open and who invites by them.
struct ProfileChoiceTests {
    private func withLinks(
        _ change: (inout AppProfile) -> Void, _ body: (TestClient, TestUser) async throws -> Void
    ) async throws {
        var options = TestServer.Options.links
        var profile = AppProfile.test
        change(&profile)
        options.profile = profile
        try await TestServer.with(options) { server in
            let client = try server.client
            try await body(client, try client.signUp())
        }
    }

    @Test func `who invites may be named by other words, and invites have the first of them`() async throws {
        try await withLinks({ $0.inviteParameters = ["ref", "from", "invitedby"] }) { client, anne in
            let iphone = Opener.iphone(at: "192.0.2.1")
            for (payload, code) in [
                ("ref=\(anne.code)", anne.code), ("from=\(anne.uid)", anne.code),
                ("invitedby=\(anne.code)", anne.code), ("ref=123456789&from=\(anne.code)", anne.code),
                ("by=\(anne.code)", nil), ("ref=", nil),
            ] as [(String, String?)] {
                let site = "https://example.com/join?\(payload)"
                let long = "https://go.example.com/?link=" + site.replacing("&", with: "%26")
                for link in code == nil ? [long] : [long, site] {
                    let claim = try client.claim(["link": .string(link)], as: iphone)
                    #expect(claim.json["match"] == "unique", "\(link): \(claim.text)")
                    #expect(claim.json["invitation"]?["referral_code"]?.string == code, "\(link)")
                }
            }
            let invite = try client.invite(token: anne.token)
            let long = try #require(invite.link["long_link"]?.string)
            #expect(long.contains("join%3Fref%3D\(anne.code)"))
            let claim = try client.claim(["link": .string(invite.shortLink)], as: iphone)
            #expect(claim.json["invitation"]?["referral_code"]?.string == anne.code)
            let branch = try client.send(
                "POST", "/v1/url", ["branch_key": "key_live_test", "identity": .string(anne.uid)])
            let opened = try client.open(
                try #require(branch.json["url"]?.string), as: .desktop(at: "192.0.2.2"))
            #expect(opened[header: "location"] == "https://example.com/join?ref=\(anne.code)")
        }
    }

    @Test func `a fallback of one's own carries the click, and the page that has it can hand it on`()
        async throws
    {
        try await withLinks({ $0.fallbacksCarryClick = true }) { client, anne in
            let links: JSONValue = ["fallback_link": "https://example.com/get?a=b"]
            let link = try client.shorten(
                [
                    "android": links,
                    "ios": ["fallback_link": "https://example.com/get", "forced_redirect": true],
                    "desktop": links,
                ],
                token: anne.token)
            for opener in [
                Opener.android(at: "192.0.2.1"), .iphone(at: "192.0.2.2"), .desktop(at: "192.0.2.3"),
            ] {
                let place = try #require(try client.open(link, as: opener)[header: "location"])
                #expect(
                    place.hasPrefix("https://example.com/get?") && place.contains("link_click_id="),
                    "\(place)")
                let claim = try client.claim(["link": .string(place)], as: .iphone(at: "198.51.100.1"))
                #expect(
                    claim.json["match"] == "unique" && claim.link["short_link"]?.string == link,
                    "\(claim.text)")
            }
        }
    }

    @Test func `Chrome on Android tries the app before the store, and what the app gets claims`() async throws
    {
        try await withLinks({ $0.android[0].opensByIntent = true }) { client, anne in
            let link = try client.invite(token: anne.token).shortLink
            let chrome = Opener.android(at: "192.0.2.1")
            let inApp = UserAgent.android.replacing("Pixel 8)", with: "Pixel 8; wv)")
            // Three times each, so that what is remembered of one isn't given to the other.
            for _ in 1...3 {
                let place = try #require(try client.open(link, as: chrome)[header: "location"])
                #expect(place.hasPrefix("intent://google/link/?deep_link_id="), "\(place)")
                #expect(place.contains("#Intent;scheme=examplegame;package=com.example.game;"))
                #expect(place.contains("S.browser_fallback_url=https%3A%2F%2Fplay.google.com%2Fstore"))
                #expect(place.hasSuffix(";end"))
                let claim = try client.claim(["link": .string(place)], as: .iphone(at: "198.51.100.1"))
                #expect(claim.json["invitation"]?["referral_code"]?.string == anne.code, "\(claim.text)")
                #expect(claim.json["link_click_id"] != .null)
                let store = try client.visit(link, as: inApp)[header: "location"] ?? ""
                #expect(store.hasPrefix("https://play.google.com/store/apps/details?id="), "\(store)")
            }
        }
    }
}

import Crypto
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// An invite on a desktop, which goes on with the phone.
struct DesktopPageTests {
    private static var options: TestServer.Options {
        get throws {
            var options = try InvitePageTests.branded
            options.profile?.hasDesktopPage = true
            return options
        }
    }

    /// What a camera reads off the page.
    private func scanned(_ page: String) throws -> String {
        let found = try #require(
            page.firstMatch(of: /<svg viewBox="0 0 (\d+) .*? d="([^"]*)"/))
        let svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 \(found.1) \(found.1)">\
            <path fill="#fff" d="M0 0h99v99h-99z"/><path stroke="#000" d="\(found.2)"/></svg>
            """
        return try QRReader.read(svg: svg)
    }

    @Test func `the page's code carries the click to the phone, which claims it; the site is near`()
        async throws
    {
        try await TestServer.with(try Self.options) { server in
            let client = try server.client
            let anne = try InvitePageTests.anne(client, picture: nil)
            let invite = try client.invite(["data": ["level": 3]], token: anne.token).required(201)
            let page = try client.open(invite.shortLink, as: .desktop(at: "198.51.100.7"))
            #expect(page.status == 200 && page.text.contains("Scan to go on with your phone"))
            #expect(page.text.contains("<title>Anne invites you to"))
            #expect(page.text.contains(#"href="https://example.com/join?invitedby=\#(anne.code)""#))
            #expect(page.raw.body.count < 100_000)
            let carried = try scanned(page.text)
            #expect(carried.hasPrefix(invite.shortLink + "?link_click_id="))
            let click = String(carried.suffix(36))
            let phone = Opener.android(at: "203.0.113.9")
            let store = try client.open(carried, as: phone)[header: "location"] ?? ""
            #expect(store.hasSuffix("link_click_id%3D" + click), "\(store)")
            let claim = try client.claim(["install_referrer": .string("link_click_id=" + click)], as: phone)
            #expect(claim.json["match"] == "unique" && claim.json["link_click_id"]?.string == click)
            let totals = try await client.statistics(of: invite.code, token: anne.token) {
                $0["totals"]?["clicks"] == 1 && $0["totals"]?["installs"] == 1
            }["totals"]
            #expect(totals?["clicks"] == 1 && totals?["installs"] == 1)
        }
    }

    @Test func `all visitors get one page, and each a code of its own that claims as it is`() async throws {
        try await TestServer.with(try Self.options) { server in
            let client = try server.client
            let anne = try InvitePageTests.anne(client, picture: nil)
            let invite = try client.invite(token: anne.token).required(201)
            var pages: Set<String> = []
            var clicks: Set<String> = []
            for number in 0..<5 {
                let desk = Opener.desktop(at: "198.51.100.\(number)")
                let page = try client.open(invite.shortLink, as: desk).text
                let path = try #require(page.firstMatch(of: /<path stroke="#000" d="([^"]*)"/)).1
                pages.insert(page.replacing(path, with: "CODE"))
                let carried = try scanned(page)
                clicks.insert(String(carried.suffix(36)))
                let claim = try client.claim(["link": .string(carried)], as: .iphone(at: "203.0.113.9"))
                #expect(claim.json["match"] == "unique")
                #expect(claim.json["invitation"]?["referral_code"]?.string == anne.code)
            }
            #expect(pages.count == 1 && clicks.count == 5)
        }
    }

    @Test func `only a click of the last two hours is carried; of any other the phone makes its own`()
        async throws
    {
        try await TestServer.with(try Self.options) { server in
            let client = try server.client
            let invite = try client.invite(token: try client.signUp().token).required(201)
            let (old, late) = ("0193536e-8a3c-7cc0-8000-5e3a1f2b4c6d", "ffffffff-ffff-7fff-bfff-ffffffffffff")
            for id in [old, late, "no-id"] {
                let place = try client.open(
                    invite.shortLink + "?link_click_id=" + id, as: .android(at: "203.0.113.9"))
                #expect(place[header: "location"]?.contains(id) == false)
            }
        }
    }

    @Test func `unless it is asked for, somebody invites and there is an app, the site comes at once`()
        async throws
    {
        var bare = try Self.options
        bare.profile?.ios = []
        bare.profile?.android = []
        for (options, isInvite) in [
            (TestServer.Options.links, true), (try Self.options, false), (bare, true),
        ] {
            try await TestServer.with(options) { server in
                let client = try server.client
                let token = try client.signUp().token
                let link =
                    isInvite
                    ? try client.invite(token: token).shortLink
                    : try client.shorten(token: try await server.key(.server))
                #expect(try client.visit(link, as: UserAgent.desktop).status == 302)
            }
        }
    }
}

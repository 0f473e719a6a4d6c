import HTTP
import JSON
import TestSupport
import Testing

/// From the page to the store with the invite in hand, and an iPad that says it is a Mac: in a real browser.
@Suite(.serialized) struct HandOffInBrowserTests {
    private static let home = "127.0.0.1"
    private static let iphone = Browser.Device(
        userAgent: UserAgent.iPhone, width: 393, height: 852, isMobile: true, languages: "de-DE,de",
        touchPoints: 5)
    private static let store = "https://apps.apple.com/app/id1234567890"

    private func withBrowser(_ body: (LinkCast, Browser) async throws -> Void) async throws {
        try await LinkCast.with { cast in
            let browser = try Browser(hosts: ["go.example.com"], port: cast.server.port, isWhole: true)
            defer { browser.close() }
            try await body(cast, browser)
        }
    }

    private func redirects(_ cast: LinkCast, _ code: String) async throws -> Int64? {
        try await cast.client.statistics(of: code, token: cast.anne.token) {
            $0["totals"]?["redirects"] != 0
        }["totals"]?["redirects"]?.integer
    }

    @Test func `Get the app copies the invite and says so; the app that pastes it is paid for surely`()
        async throws
    {
        try await withBrowser { cast, browser in
            let invite = try cast.invite([:])
            try browser.become(Self.iphone)
            try browser.open(invite.shortLink.replacing("https", with: "http"))
            #expect(try browser.complaints() == [])
            let line = "getComputedStyle(document.querySelector('.handoff')).display"
            #expect(try browser.evaluate(line).string == "block")
            #expect(try browser.press("App laden") == Self.store)
            let copied = try browser.clipboard()
            #expect(copied.hasPrefix(invite.shortLink + "?link_click_id="), "\(copied)")
            #expect(try await redirects(cast, invite.code) == 1)
            let tap = "SELECT copied, screen_points IS NOT NULL, time_zone IS NOT NULL FROM click_taps"
            #expect(try await eventually { try cast.server.database.psql(tap) == "t|t|t" })
            let claim = try cast.claim(["clipboard": .string(copied)], as: .iphone(at: Self.home))
            #expect(claim.json["match"] == "unique", "\(claim.text)")
            #expect(claim.json["invitation"]?["inviter"]?["short_name"] == "Anne")
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
            let found = try await cast.client.statistics(of: invite.code, token: cast.anne.token) {
                $0["claims"]?["clipboard"] == 1
            }
            #expect(found["claims"]?["clipboard"] == 1 && found["totals"]?["installs"] == 1)
        }
    }

    @Test func `the quiet link only opens the store, and the device is guessed by what the button told`()
        async throws
    {
        try await withBrowser { cast, browser in
            let invite = try cast.invite([:])
            try browser.become(Self.iphone)
            try browser.open(invite.shortLink.replacing("https", with: "http"))
            _ = try browser.evaluate("navigator.clipboard.writeText('milk')")
            #expect(try browser.press("Zum Store, ohne zu kopieren") == Self.store)
            #expect(try browser.clipboard() == "milk")
            #expect(
                try await eventually {
                    try cast.server.database.psql("SELECT copied FROM click_taps") == "f"
                })
            var device = ["platform", "os_version", "model"].reduce(into: [String: JSONValue]()) {
                $0[$1] = Opener.iphone(at: Self.home).device[$1]
            }
            device["language"] = "fr-FR"
            func claim() throws -> TestClient.Reply {
                let members = device.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }
                return try cast.claim(["device": .object(members)], as: .iphone(at: Self.home))
            }
            #expect(try claim().json["match"] == "none")
            device["language"] = "de-AT"
            device["screen"] = "393x852"
            #expect(try claim().json["match"] == "default")
        }
    }

    @Test func `without script the page leads to the store as it is, and promises nothing`() async throws {
        try await withBrowser { cast, browser in
            let invite = try cast.invite([:])
            try browser.become(Self.iphone)
            try browser.runScripts(false)
            try browser.open(invite.shortLink.replacing("https", with: "http"))
            try browser.runScripts(true)
            let line = "getComputedStyle(document.querySelector('.handoff')).display"
            #expect(try browser.evaluate(line).string == "none")
            #expect(try browser.press("App laden") == Self.store)
        }
    }

    @Test func `an iPad that says Macintosh finds itself, and its claim matches`() async throws {
        try await withBrowser { cast, browser in
            let invite = try cast.invite([:])
            try browser.become(
                Browser.Device(
                    userAgent: UserAgent.safariOnMacintosh, width: 820, height: 1180, isMobile: false,
                    touchPoints: 5))
            try browser.open(invite.shortLink.replacing("https", with: "http"))
            #expect(
                try await eventually {
                    try browser.evaluate("location.search").string == "?device=ipad"
                        && browser.evaluate("!!document.querySelector('[data-tap]')") == true
                })
            let totals = try await cast.client.statistics(of: invite.code, token: cast.anne.token) {
                $0["totals"]?["clicks"] == 1
            }
            #expect(totals["by_platform"]?["ios"]?["clicks"] == 1)
            let claim = try cast.claim([:], as: .ipadInSafari(at: Self.home))
            #expect(claim.json["match"] == "default", "\(claim.text)")
        }
    }

    @Test func `a Mac that says the same goes on to the site`() async throws {
        try await withBrowser { cast, browser in
            let invite = try cast.invite([:])
            try browser.become(
                Browser.Device(
                    userAgent: UserAgent.safariOnMacintosh, width: 1280, height: 800, isMobile: false))
            let place = try browser.follow(invite.shortLink.replacing("https", with: "http"))
            #expect(place.hasPrefix("https://example.com/join?invitedby="), "\(place)")
            let totals = try await cast.client.statistics(of: invite.code, token: cast.anne.token) {
                $0["totals"]?["clicks"] == 1
            }
            #expect(totals["by_platform"]?["desktop"]?["redirects"] == 1)
        }
    }
}

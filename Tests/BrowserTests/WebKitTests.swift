import HTTP
import JSON
import Links
import TestSupport
import Testing

/// The pages in Safari's engine, which copies, draws and breaks lines in ways of its own.
@Suite(
    .serialized,
    .enabled(if: WebKitBrowser.isInstalled, "WebKitGTK is not installed: webkit2gtk-driver and xvfb"))
struct WebKitTests {
    private static let store = "https://apps.apple.com/app/id1234567890"
    private static let handOff = "getComputedStyle(document.querySelector('.handoff')).display"

    /// On a host where the browser lets pages copy.
    private static var trusted: TestServer.Options {
        get throws {
            var options = TestServer.Options.links
            options.profile?.prefixes = [
                try #require(LinkPrefix("https://\(WebKitBrowser.trustedHost)"))
            ]
            return options
        }
    }

    private func withBrowser(
        _ options: TestServer.Options, as agent: String = UserAgent.iPhone, runsScripts: Bool = true,
        _ body: (LinkCast, WebKitBrowser) async throws -> Void
    ) async throws {
        try await LinkCast.with(options) { cast in
            let browser = try await WebKitBrowser(
                port: cast.server.port, userAgent: agent, runsScripts: runsScripts)
            defer { browser.close() }
            try await body(cast, browser)
        }
    }

    /// Where the test's server has a link: it speaks plain HTTP.
    private func served(_ link: String, _ cast: LinkCast) -> String {
        link.replacing("https://", with: "http://")
            .replacing(WebKitBrowser.trustedHost, with: "\(WebKitBrowser.trustedHost):\(cast.server.port)")
    }

    private func taps(_ cast: LinkCast) async throws -> String {
        try await eventually {
            let copied = try cast.server.database.psql("SELECT copied FROM click_taps")
            return copied.isEmpty ? nil : copied
        } ?? ""
    }

    @Test func `Get the app copies the invite, and the app that pastes it is paid for surely`() async throws {
        try await withBrowser(try Self.trusted) { cast, browser in
            let invite = try cast.invite([:])
            try await browser.open(served(invite.shortLink, cast))
            #expect(try browser.evaluate(Self.handOff) == "block")
            try browser.press("Get the app")
            #expect(try await taps(cast) == "t")
            let nowhere = served("https://\(WebKitBrowser.trustedHost)/nobody", cast)
            let copied = try await browser.clipboard(pastingInto: nowhere)
            #expect(copied.hasPrefix(invite.shortLink + "?link_click_id="), "\(copied)")
            let claim = try cast.claim(["clipboard": .string(copied)], as: .iphone(at: "127.0.0.1"))
            #expect(claim.json["match"] == "unique", "\(claim.text)")
            let ben = try cast.play(after: claim, email: "ben@example.com")
            #expect(try await cast.paidSummary(with: ben) == .bothPaid)
        }
    }

    @Test func `the quiet link copies nothing, and what it tells finds the invite all the same`()
        async throws
    {
        try await withBrowser(try Self.trusted) { cast, browser in
            let invite = try cast.invite([:])
            try await browser.open(served(invite.shortLink, cast))
            let language = try browser.evaluate("navigator.language")
            try browser.press("To the store without copying")
            #expect(try await taps(cast) == "f")
            let device: JSONValue = [
                "platform": "ios", "os_version": "17.4.1", "model": "iPhone", "language": language,
            ]
            let claim = try cast.claim(["device": device], as: .iphone(at: "127.0.0.1"))
            #expect(claim.json["match"] == "default", "\(claim.text)")
        }
    }

    @Test func `where the browser lets no page copy the button leads to the store and promises nothing`()
        async throws
    {
        try await withBrowser(.links) { cast, browser in
            try await browser.open(served(try cast.invite([:]).shortLink, cast))
            #expect(try browser.evaluate("typeof navigator.clipboard") == "undefined")
            #expect(try browser.evaluate(Self.handOff) == "none")
            try browser.press("Get the app")
            #expect(try await taps(cast) == "f")
        }
    }

    @Test func `without script every page says and leads as it does with it`() async throws {
        try await PageCast.with { cast in
            for (agent, pages) in Dictionary(grouping: cast.pages, by: \.agent) {
                let browser = try await WebKitBrowser(
                    port: cast.server.port, userAgent: agent, runsScripts: false)
                defer { browser.close() }
                for page in pages {
                    try await browser.open(page.url.replacing("https://go", with: "http://go"))
                    #expect(try browser.evaluate("document.scripts.length") == 0, "\(page)")
                    for probe in [PageProbe.contrast, PageProbe.names, PageProbe.outline] {
                        #expect(try browser.evaluate(probe) == [], "\(page)")
                    }
                    #expect(
                        try browser.evaluate("document.documentElement.scrollWidth <= innerWidth") == true,
                        "\(page)")
                    #expect(try browser.evaluate("[...document.links].every(a => a.href)") == true, "\(page)")
                    #expect(try browser.evaluate("document.querySelector('h1').innerText") != "", "\(page)")
                }
            }
        }
    }

    @Test func `a Mac goes on to the site by itself`() async throws {
        try await withBrowser(.links, as: UserAgent.safariOnMacintosh) { cast, browser in
            let invite = try cast.invite([:])
            try browser.visit(served(invite.shortLink, cast))
            let totals = try await cast.client.statistics(of: invite.code, token: cast.anne.token) {
                $0["totals"]?["clicks"] == 1
            }
            #expect(totals["by_platform"]?["desktop"]?["redirects"] == 1)
        }
    }

    @Test func `a picture that never comes leaves a letter and no mark`() async throws {
        try await withBrowser(.links) { cast, browser in
            let shown: JSONValue = ["short_name": "Anne", "image_url": "https://cdn.example/gone.png"]
            try cast.client.send("PUT", "/v1/users/me/profile", token: cast.anne.token, shown).required(200)
            try await browser.open(served(try cast.invite([:]).shortLink, cast))
            #expect(try browser.evaluate("document.querySelector('.face').textContent") == "A")
            #expect(try browser.evaluate("document.images.length") == 0)
        }
    }
}

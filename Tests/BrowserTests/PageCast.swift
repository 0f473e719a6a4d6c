import Crypto
import HTTP
import JSON
import Links
import TestSupport

/// Every page that visitors see, of an app that shows itself in a colour that letters can't have.
struct PageCast {
    struct Page: CustomStringConvertible {
        let description: String
        let url: String
        let agent: String
        var runsScripts = true
    }

    let server: TestServer
    let pages: [Page]

    static func with(_ body: (PageCast) async throws -> Void) async throws {
        try await TestServer.with(try options) { server in
            try await body(PageCast(server: server, pages: try await pages(server)))
        }
    }

    private static var options: TestServer.Options {
        get throws {
            var options = TestServer.Options.links
            var brand = AppProfile.Brand()
            brand.icon = try WebURL("https://cdn.example/icon.png")
            brand.color = Colour("#ffcc00")
            brand.tagline = "Sail with friends"
            options.profile?.brand = brand
            options.profile?.inviteOffer = "Both of you get 50 pieces of eight."
            options.profile?.hasDesktopPage = true
            return options
        }
    }

    private static func pages(_ server: TestServer) async throws -> [Page] {
        let client = try server.client
        let anne = try client.signUp()
        let shown: JSONValue = ["short_name": "Anne", "image_url": "https://cdn.example/anne.png"]
        try client.send("PUT", "/v1/users/me/profile", token: anne.token, shown).required(200)
        let key = try await server.key(.server)
        let social: JSONValue = ["title": "一緒に船に乗りませんか？", "description": "次の航海に出る仲間を探しています。"]
        let invite = try client.invite(["social": social], token: anne.token).required(201).shortLink
        let plain = try client.shorten(token: key)
        let odd = try client.shorten(["android": ["min_version_code": 7]], token: key)
        let old = try client.shorten(["expires_at": "2999-01-01T00:00:00Z", "alias": "old"], token: key)
        let used = try client.shorten(["one_time": true, "alias": "used"], token: key)
        _ = try server.database.psql("UPDATE links SET expires_at = '2020-01-01' WHERE code = 'old'")
        _ = try server.database.psql("UPDATE links SET claimed_at = '2020-01-01' WHERE code = 'used'")
        let off = try client.shorten(["alias": "off"], token: key)
        try client.send(
            "PATCH", "/v1/links/off", token: try await server.key(.admin), ["state": "off", "reason": "Spam"]
        ).required(200)
        let home = "https://go.example.com"
        let applink = home + "/applink?referral=\(anne.code)"
        return [
            Page(description: "an invite", url: invite, agent: UserAgent.iPhone),
            Page(description: "an invite at a desk", url: invite, agent: UserAgent.desktop),
            Page(
                description: "the question", url: invite, agent: UserAgent.safariOnMacintosh,
                runsScripts: false),
            Page(description: "a link", url: plain, agent: UserAgent.iPhone),
            Page(description: "a card", url: plain, agent: UserAgent.facebook),
            Page(description: "the App Links page", url: applink, agent: UserAgent.iPhone),
            Page(description: "its tags", url: applink + "&d=1", agent: UserAgent.desktop),
            Page(description: "the chart", url: invite + "?d=1", agent: UserAgent.desktop),
            Page(description: "the chart and warnings", url: odd + "?d=1", agent: UserAgent.desktop),
            Page(description: "nothing", url: home + "/nobody", agent: UserAgent.iPhone),
            Page(description: "an expired link", url: old, agent: UserAgent.iPhone),
            Page(description: "a used link", url: used, agent: UserAgent.iPhone),
            Page(description: "a link that is off", url: off, agent: UserAgent.iPhone),
            Page(
                description: "a refused link", url: home + "/?link=https://evil.example/",
                agent: UserAgent.iPhone),
        ]
    }
}

extension Browser {
    /// Opens a page as its visitor does, in a language, on a screen of this width.
    ///
    /// - Parameter hasPictures: whether they come at once, else with `showPictures`.
    func open(
        _ page: PageCast.Page, in language: String, width: Int64, hasPictures: Bool = true
    ) throws {
        try become(
            Device(
                userAgent: page.agent, width: width, height: 800, isMobile: width < 600,
                languages: language + ",en;q=0.5"))
        try runScripts(page.runsScripts)
        try open(page.url.replacing("https://go", with: "http://go"), hasPictures: hasPictures)
        try runScripts(true)
        // A screen's size is sent to each page anew, and may come while it is read, or painted.
        let look = "look = () => innerWidth === \(width) ? kept() : setTimeout(look, 9)"
        _ = try evaluate("new Promise(kept => { const \(look); look() })")
    }
}

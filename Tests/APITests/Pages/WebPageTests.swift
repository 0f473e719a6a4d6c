import Crypto
import HTTP
import JSON
import Referrals
import TestSupport
import Testing

@testable import API
@testable import Links
@testable import Pages

/// What is in the pages, whatever their values are.
struct WebPageTests {
    /// One reply of a few packets, whatever is in it.
    private static let bytesMax = 16_384

    static let hostile = "\"><script>alert('x')</script>\r\nX-Evil: 1\u{0}javascript:alert(1)&amp;"

    static var preview: WebPage {
        get throws {
            var social = LinkSpec.SocialCard()
            social.title = hostile
            social.description = hostile
            social.imageLink = try WebURL("https://example.com/a.png?x='&y=1")
            return .preview(
                Opening.Preview(
                    appName: hostile, openURL: "javascript:alert(1)", getURL: hostile, social: social,
                    handOff: hostile),
                press: WebPage.Press(clickID: hostile, tapPath: hostile), in: .english)
        }
    }

    /// A profile that its owner wrote as badly as can be.
    static var brand: PageBrand {
        get throws {
            var profile = AppProfile.test
            profile.name = hostile
            profile.brand.tagline = hostile
            profile.brand.icon = try WebURL("https://example.com/i.png?x='&y=1")
            profile.brand.color = Colour("#ffcc00")
            profile.inviteOffer = hostile
            return PageBrand(profile)
        }
    }

    /// Of one who invites.
    static var invites: [WebPage] {
        get throws {
            var social = LinkSpec.SocialCard()
            social.description = hostile
            social.imageLink = try WebURL("https://example.com/a.png?x='&y=1")
            let inviter = UserProfile(
                shortName: hostile, imageURL: try WebURL("https://example.com/b.png?x='&y=1"))
            let invitation = Opening.Invitation(title: hostile)
            let preview = Opening.Preview(
                appName: hostile, openURL: "javascript:alert(1)", getURL: "https://apps.apple.com/x?'\"",
                social: social, handOff: hostile, invitation: invitation)
            let landing = Opening.Landing(
                appName: hostile, social: social, invitation: invitation, webURL: "javascript:alert(1)",
                scanURL: "https://go.example.com/x?" + hostile)
            return [
                .preview(preview, by: inviter, brand: try brand, in: .english),
                .landing(landing, by: inviter, brand: try brand, in: .english),
            ]
        }
    }

    static var question: WebPage {
        var social = LinkSpec.SocialCard()
        social.title = hostile
        return .question(
            Opening.Question(appName: hostile, social: social), on: "/x?" + hostile, in: .english)
    }

    static var card: WebPage {
        var social = LinkSpec.SocialCard()
        social.title = hostile
        social.description = hostile
        return .card(
            Opening.Card(
                appName: hostile, url: hostile, social: social, ogURL: hostile, ogVideo: hostile,
                ogAppID: hostile, appLinks: links), in: .english)
    }

    static var links: Opening.AppLinks {
        var links = Opening.AppLinks()
        links.iosURL = hostile
        links.iosAppStoreID = hostile
        links.iosAppName = hostile
        links.androidURL = hostile
        links.androidPackage = hostile
        links.androidAppName = hostile
        links.webURL = "javascript://%0aalert(1)"
        return links
    }

    static var chart: DebugChart {
        let last = DebugChart.Way(.getApp, .appStore, url: "https://apps.apple.com/" + hostile)
        let first = DebugChart.Way(.withoutApp, .buttons, url: hostile, ways: [last, last])
        let script = DebugChart.Way(.withApp, .app, url: "javascript://%0aalert(1)")
        return DebugChart(
            branches: DebugChart.Who.allCases.map { DebugChart.Branch(who: $0, ways: [first, script]) },
            warnings: [LinkWarning(hostile, hostile)])
    }

    static var all: [WebPage] {
        get throws {
            try [
                preview, card, question, .appLinks(links, appName: hostile, in: .english),
                .appLinks(links, appName: hostile, brand: try brand, on: .ios, in: .english),
                .notFound(in: .english), .ended(.used, by: try brand, in: .english),
                .refused(
                    [
                        .invalid(LinkField("/link", "link"), detail: hostile),
                        .notAllowed(LinkField(hostile)),
                    ], in: .english),
                .debug(
                    chart, of: hostile, payload: try WebURL("https://example.com/?'&"),
                    warnings: chart.warnings, in: .english),
                .debug(
                    tags: WebPage.tags(of: links, LinkSpec.SocialCard(), appName: hostile), in: .english),
                .problem(.unavailable, in: .english), .problem(.validation([]), in: .english),
            ] + invites
        }
    }

    @Test func `no value becomes a tag, a script or a way out of the page's policy`() throws {
        for page in try Self.all {
            let response = page.response
            let text = String(decoding: response.body, as: UTF8.self)
            let scripts = text.matches(of: /<script.*?<\/script>/.dotMatchesNewlines()).map { String($0.0) }
            let own = page.wholeScript.map { "<script>\(String(decoding: $0.bytes, as: UTF8.self))</script>" }
            #expect(scripts == [own].compactMap(\.self))
            #expect(text.ranges(of: "<script").count == scripts.count)
            #expect(!text.contains("href=\"javascript"))
            #expect(!text.contains("\r"))
            #expect(text.utf8.count < Self.bytesMax, "\(page.title) has \(text.utf8.count)")
            let markup = scripts.reduce(text) { $0.replacing($1, with: "") }
            let names = markup.matches(of: /<([a-z0-9!\/]+)/).map { String($0.1) }
            let known: Set = [
                "html", "head", "meta", "title", "style", "body", "main", "article", "img", "div", "p", "h1",
                "nav", "a", "bdi", "ul", "ol", "li", "code", "header", "section", "dl", "dt", "dd", "span",
                "h2", "link", "figure", "svg", "path", "figcaption",
            ]
            #expect(Set(names.filter { $0.first?.isLetter == true }).subtracting(known) == [])
        }
    }

    @Test func `every page says what it is made of, and that nobody keeps it`() throws {
        for page in try Self.all {
            let headers = Dictionary(
                page.response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            let text = String(decoding: page.response.body, as: UTF8.self)
            let style = try #require(text.firstMatch(of: /<style>(.*)<\/style>/.dotMatchesNewlines())).1
            let images = text.contains("<img") ? "img-src https:; " : ""
            let script = text.firstMatch(of: /<script>(.*)<\/script>/.dotMatchesNewlines())?.1
            let scripts = script.map { "script-src 'sha256-\(SHA256.base64(of: Array($0.utf8)))'; " } ?? ""
            let calls = text.contains("sendBeacon") ? "connect-src 'self'; " : ""
            let styles = "style-src 'sha256-\(SHA256.base64(of: Array(style.utf8)))'; "
            #expect(
                headers[.contentSecurityPolicy]
                    == "default-src 'none'; " + scripts + calls + styles
                    + images + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
            #expect(headers[.referrerPolicy] == "no-referrer")
            #expect(headers[.cacheControl] == "no-store")
            #expect(page.response.contentType == "text/html; charset=utf-8")
            #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
        }
    }

    @Test func `no address on the debug page turns its letters around, or is one to press and a script`()
        throws
    {
        let urls = ["https://example.com/\u{202E}gpj.exe", "javascript:alert(1)"]
        let ways = urls.map { DebugChart.Way(nil, .browser, url: $0) }
        let chart = DebugChart(branches: [DebugChart.Branch(who: .others, ways: ways)], warnings: [])
        let page = WebPage.debug(
            chart, of: urls[0], payload: try WebURL("https://example.com/"), warnings: [], in: .arabic)
        let text = String(decoding: page.response.body, as: UTF8.self)
        let shown = "https://example.com/%E2%80%AEgpj.exe"
        #expect(text.ranges(of: #"dir="ltr" href="\#(shown)">\#(shown)</a>"#).count == 2, "\(text)")
        #expect(!text.contains("\u{202E}"))
        #expect(text.contains(#"<span class="url" lang="" dir="auto">javascript:alert(1)</span>"#))
    }

    @Test func `a button that would lead to a script is not there`() throws {
        let text = String(decoding: try Self.preview.response.body, as: UTF8.self)
        #expect(!text.contains(">Open<"))
        #expect(!text.contains(">Get the app<"))
    }

    @Test func `what a problem asks of the caller is in its page's fields too`() {
        let response = ProblemForm.page(by: nil).response(
            to: .unavailable, requestID: RequestID(1), headers: nil)
        #expect(response.status == 503)
        #expect(response.headers.contains(ResponseHeader(.retryAfter, "1")))
    }
}

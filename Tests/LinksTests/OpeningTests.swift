import Links
import TestSupport
import Testing
import Values

@Suite struct OpeningTests {
    static let play = "https://play.google.com/store/apps/details?id=com.example.game&referrer="
    static let apps = "apn=com.example.game&ibi=com.example.game"

    static func opening(
        _ parameters: String, _ visitor: Visitor, _ directives: [String: String] = [:],
        _ change: (inout LinkSpec) -> Void = { _ in }, profile: AppProfile = .test,
        claimedAt: Timestamp? = nil, isOff: Bool = false
    ) throws -> Opening {
        var spec = try LongLink.parse("https://go.example.com/?link=https://example.com/join&\(parameters)")
            .spec
        spec.data.directives = directives
        change(&spec)
        let code = try #require(LinkCode("abc"))
        let link = Link(
            code: code, spec: spec, owner: nil, claimedAt: claimedAt, createdAt: Sample.now,
            switchedOffAt: isOff ? Sample.now : nil)
        return link.opening(for: visitor, in: profile, clickID: "CLICK", at: Sample.now)
    }

    private static func redirect(
        _ parameters: String, _ platform: Platform, _ directives: [String: String] = [:]
    ) throws -> String? {
        guard case .redirect(let url) = try opening(parameters, Visitor(platform: platform), directives)
        else {
            return nil
        }
        return url
    }

    private static func preview(
        _ parameters: String, _ platform: Platform, _ directives: [String: String] = [:]
    ) throws -> Opening.Preview? {
        guard case .preview(let page) = try opening(parameters, Visitor(platform: platform), directives)
        else {
            return nil
        }
        return page
    }

    @Test(
        arguments: [
            ("apn=com.example.game", Platform.android, play + "link_click_id%3DCLICK"),
            (
                "apn=com.example.game&utm_source=a%20b&gclid=g", .android,
                play + "link_click_id%3DCLICK%26utm_source%3Da%2520b%26gclid%3Dg"
            ),
            ("apn=com.example.game&afl=https://example.com/a", .android, "https://example.com/a"),
            ("afl=https://example.com/a", .android, "https://example.com/a"),
            ("apn=com.example.game", .fire, play + "link_click_id%3DCLICK"),
            // Firebase: without apn the browser.
            ("ibi=com.example.game", .android, "https://example.com/join"),
            // No app named at all: the profile's.
            ("st=x", .android, play + "link_click_id%3DCLICK"),
            // Without ibi the browser.
            ("apn=com.example.game", .iphone, "https://example.com/join"),
            ("apn=com.example.game&ifl=https://example.com/i", .iphone, "https://example.com/i"),
            ("ibi=com.example.game&efr=1", .iphone, "https://apps.apple.com/app/id1234567890"),
            (
                "ibi=com.example.game&efr=1&isi=77&pt=1&at=2&ct=c%20d&mt=8", .iphone,
                "https://apps.apple.com/app/id77?pt=1&at=2&ct=c%20d&mt=8"
            ),
            ("ibi=com.example.game&efr=1&ifl=https://example.com/i", .iphone, "https://example.com/i"),
            ("ibi=com.example.game&efr=1&ifl=https://example.com/i", .ipad, "https://example.com/i"),
            (
                "ibi=com.example.game&efr=1&ifl=https://example.com/i&ipfl=https://example.com/p", .ipad,
                "https://example.com/p"
            ),
            (
                "ibi=com.example.game&efr=1&ifl=https://example.com/i&ipfl=https://example.com/p", .iphone,
                "https://example.com/i"
            ),
            (apps, .desktop, "https://example.com/join"),
            (apps + "&ofl=https://example.com/o", .desktop, "https://example.com/o"),
            (apps + "&ofl=https://example.com/o", .blackberry, "https://example.com/o"),
            (
                apps + "&utm_source=s&utm_campaign=c", .desktop,
                "https://example.com/join?utm_source=s&utm_campaign=c"
            ),
        ])
    func `leads each platform on`(parameters: String, platform: Platform, url: String) throws {
        #expect(try Self.redirect(parameters, platform) == url)
    }

    @Test(
        arguments: [
            (Platform.desktop, ["$desktop_url": "https://example.com/d"], "", "https://example.com/d"),
            (
                .desktop, ["$desktop_url": "https://example.com/d"], "&ofl=https://example.com/o",
                "https://example.com/o"
            ),
            (.android, ["$android_url": "https://example.com/a"], "", "https://example.com/a"),
            (
                .android, ["$android_url": "https://example.com/a"], "&afl=https://example.com/f",
                "https://example.com/f"
            ),
            (
                .fire, ["$fire_url": "https://example.com/k", "$android_url": "https://example.com/a"], "",
                "https://example.com/k"
            ),
            (.fire, ["$android_url": "https://example.com/a"], "", "https://example.com/a"),
            (.blackberry, ["$blackberry_url": "https://example.com/b"], "", "https://example.com/b"),
            (.blackberry, ["$desktop_url": "https://example.com/d"], "", "https://example.com/d"),
            (.windowsPhone, ["$windows_phone_url": "https://example.com/w"], "", "https://example.com/w"),
            (
                .iphone, ["$ios_url": "https://example.com/i", "$always_deeplink": "false"], "",
                "https://example.com/i"
            ),
            (
                .ipad, ["$ios_url": "https://example.com/i", "$ipad_url": "https://example.com/p"], "&efr=1",
                "https://example.com/p"
            ),
            (.desktop, ["$desktop_url": "javascript:alert(1)"], "", "https://example.com/join"),
        ] as [(Platform, [String: String], String, String)])
    func `heeds Branch's directives`(
        platform: Platform, directives: [String: String], parameters: String, url: String
    ) throws {
        #expect(try Self.redirect(Self.apps + parameters, platform, directives) == url)
    }

    @Test(arguments: [Platform.iphone, .ipad])
    func `shows iPhones and iPads a page that opens the app, as Firebase's SDK reads it`(platform: Platform)
        throws
    {
        let page = try #require(
            try Self.preview(Self.apps + "&imv=2.1&utm_source=s&st=T&ius=com.example.game", platform))
        #expect(page.appName == "Pieces & Eight")
        #expect(
            page.openURL
                == "com.example.game://google/link/?deep_link_id=https%3A%2F%2Fexample.com%2Fjoin&imv=2.1"
                + "&match_type=unique&utm_source=s&link_click_id=CLICK")
        #expect(page.getURL == "https://apps.apple.com/app/id1234567890")
        #expect(page.social.title == "T")
        #expect(page.social.description == AppProfile.test.social.description)
        #expect(page.afterURL == nil)
    }

    @Test func `takes the scheme from the link, else the profile, else the bundle`() throws {
        #expect(
            try Self.preview("ibi=com.example.game", .iphone)?.openURL.hasPrefix("examplegame://") == true)
        var profile = AppProfile.test
        profile.ios[0].customScheme = nil
        profile.ios.append(.init(bundleID: "com.example.pad", prefix: "ABCDE12345"))
        let ipad = try Self.opening(
            "ibi=com.example.game&ipbi=com.example.pad", Visitor(platform: .ipad), profile: profile)
        guard case .preview(let page) = ipad else {
            Issue.record("\(ipad)")
            return
        }
        #expect(page.openURL.hasPrefix("com.example.pad://"))
        let iphone = try Self.opening(
            "ibi=com.example.game&ipbi=com.example.pad", Visitor(platform: .iphone), profile: profile)
        guard case .preview(let page) = iphone else {
            Issue.record("\(iphone)")
            return
        }
        #expect(page.openURL.hasPrefix("com.example.game://"))
    }

    @Test(
        arguments: [
            ("room/7", "examplegame://room/7?link_click_id=CLICK"),
            ("/room/7?a=b", "examplegame:///room/7?a=b&link_click_id=CLICK"),
            ("room#top", "examplegame://room?link_click_id=CLICK#top"),
            ("a b\"><script>", "examplegame://a%20b%22%3E%3Cscript%3E?link_click_id=CLICK"),
            ("javascript:alert(1)", "examplegame://javascript:alert(1)?link_click_id=CLICK"),
        ])
    func `opens the app at Branch's path`(path: String, url: String) throws {
        #expect(try Self.preview("", .iphone, ["$deeplink_path": path])?.openURL == url)
    }

    @Test func `always_deeplink brings the page on Android, and despite forced redirects`() throws {
        let android = try #require(try Self.preview(Self.apps, .android, ["$always_deeplink": "true"]))
        #expect(android.openURL.hasPrefix("examplegame://google/link/?deep_link_id="))
        #expect(android.getURL == Self.play + "link_click_id%3DCLICK")
        #expect(try Self.preview(Self.apps + "&efr=1", .iphone, ["$always_deeplink": "true"]) != nil)
    }

    @Test func `the page offers to go on where after_click_url says`() throws {
        let page = try Self.preview(Self.apps, .iphone, ["$after_click_url": "https://example.com/thanks"])
        #expect(page?.afterURL == "https://example.com/thanks")
    }

    @Test func `leaves campaign parameters alone that the payload has`() throws {
        let opening = try Self.opening("utm_source=ours&utm_medium=m", Visitor(platform: .desktop)) {
            $0.link = $0.link.adding([("utm_source", "own")])
        }
        #expect(opening == .redirect(to: "https://example.com/join?utm_source=own&utm_medium=m"))
    }

    @Test(arguments: SocialBot.allCases)
    func `every social bot gets the card, without a click's id`(bot: SocialBot) throws {
        let directives = ["$og_title": "OG", "$og_video": "https://example.com/v.mp4", "$og_app_id": "42"]
        guard
            case .card(let card) = try Self.opening(
                Self.apps + "&sd=D", Visitor(platform: .iphone, bot: bot), directives)
        else {
            Issue.record("no card")
            return
        }
        #expect(card.url == "https://go.example.com/abc")
        #expect(card.social.title == "OG")
        #expect(card.social.description == "D")
        #expect(card.social.imageLink == AppProfile.test.social.imageLink)
        #expect(card.ogVideo == "https://example.com/v.mp4")
        #expect(card.ogAppID == "42")
        #expect(card.ogURL == nil)
        let url =
            "examplegame://google/link/?deep_link_id=https%3A%2F%2Fexample.com%2Fjoin&link_code=abc"
        #expect(card.appLinks.iosURL == url)
        #expect(card.appLinks.androidURL == url)
        #expect(card.appLinks.iosAppStoreID == "1234567890")
        #expect(card.appLinks.androidPackage == "com.example.game")
        #expect(card.appLinks.webURL == "https://example.com/join")
    }

    @Test(
        arguments: [
            (Platform.android, "https://example.com/a"), (.fire, "https://example.com/a"),
            (.iphone, "https://example.com/i"),
            (.ipad, "https://example.com/p"), (.desktop, "https://example.com/o"),
            (.blackberry, "https://example.com/o"),
        ])
    func `a link past its time or used up leads to its fallback, else nowhere`(
        platform: Platform, url: String
    ) throws {
        let fallbacks =
            "&afl=https://example.com/a&ifl=https://example.com/i&ipfl=https://example.com/p&ofl=https://example.com/o"
        let visitor = Visitor(platform: platform)
        let expire: (inout LinkSpec) -> Void = { $0.expiresAt = Sample.now }
        let used: (inout LinkSpec) -> Void = { $0.isOneTime = true }
        #expect(try Self.opening(Self.apps + fallbacks, visitor, [:], expire) == .redirect(to: url))
        #expect(
            try Self.opening(Self.apps + fallbacks, visitor, [:], used, claimedAt: Sample.now)
                == .redirect(to: url))
        #expect(try Self.opening(Self.apps, visitor, [:], expire) == .ended(.expired))
        #expect(try Self.opening(Self.apps, visitor, [:], used, claimedAt: Sample.now) == .ended(.used))
        #expect(try Self.opening(Self.apps, visitor, [:], used) != .ended(.used))
        #expect(try Self.opening(Self.apps, visitor, isOff: true) == .ended(.switchedOff))
        #expect(try Self.opening(Self.apps, visitor, claimedAt: Sample.now) != .ended(.used))
        let bot = Visitor(platform: platform, bot: .x)
        #expect(try Self.opening(Self.apps + fallbacks, bot, [:], expire) == .ended(.expired))
    }

    @Test func `a link is good until the moment it expires`() throws {
        let last = Timestamp(microsecondsSince1970: Sample.now.microsecondsSince1970 + 1)
        let opening = try Self.opening(Self.apps, Visitor(platform: .desktop), [:]) { $0.expiresAt = last }
        #expect(opening == .redirect(to: "https://example.com/join"))
    }

    @Test func `a profile without apps leads everybody to the payload`() throws {
        var profile = AppProfile.test
        (profile.android, profile.ios) = ([], [])
        for platform in Platform.allCases {
            let opening = try Self.opening("", Visitor(platform: platform), profile: profile)
            #expect(opening == .redirect(to: "https://example.com/join"))
        }
    }

    @Test func `what may be an iPad is asked about, on links that open an app there`() throws {
        var visitor = Visitor(platform: .desktop, osVersion: "17.4")
        visitor.mayBeIPad = true
        guard case .question(let question) = try Self.opening(Self.apps + "&st=T", visitor) else {
            Issue.record("no question")
            return
        }
        #expect(question.appName == "Pieces & Eight" && question.social.title == "T")
        let web = Opening.redirect(to: "https://example.com/join")
        #expect(try Self.opening("apn=com.example.game", visitor) == web)
        #expect(try Self.opening(Self.apps, visitor.found(toBe: "desktop")) == web)
        #expect(try Self.opening(Self.apps, visitor, [:], { $0.expiresAt = Sample.now }) == .ended(.expired))
    }

    @Test func `Get the app hands the link over with its click, unless the profile keeps it from that`()
        throws
    {
        let page = try #require(try Self.preview(Self.apps, .iphone))
        #expect(page.handOff == "https://go.example.com/abc?link_click_id=CLICK")
        let android = try Self.preview(Self.apps, .android, ["$always_deeplink": "true"])
        #expect(android?.handOff == nil)
        var profile = AppProfile.test
        profile.handsOff = false
        guard
            case .preview(let page) = try Self.opening(Self.apps, Visitor(platform: .ipad), profile: profile)
        else {
            Issue.record("no page")
            return
        }
        #expect(page.handOff == nil)
    }
}

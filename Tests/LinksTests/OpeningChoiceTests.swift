import Links
import TestSupport
import Testing

/// What a profile may choose of where links lead.
@Suite struct OpeningChoiceTests {
    private static let chrome = "\(VisitorTests.blink) Chrome/124.0.0.0 Mobile Safari/537.36"

    @Test(
        arguments: [
            (UserAgent.android, true),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S918B) \(VisitorTests.blink) SamsungBrowser/24.0 "
                    + "Chrome/117.0.0.0 Mobile Safari/537.36",
                true
            ),
            ("Mozilla/5.0 (Linux; Android 10; K) \(Self.chrome)", true),
            ("Mozilla/5.0 (Android 14; Mobile; rv:125.0) Gecko/125.0 Firefox/125.0", false),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UP1A; wv) \(VisitorTests.blink) Version/4.0 "
                    + "Chrome/124.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0.0.33;]",
                false
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) \(Self.chrome) Instagram 325.0.3.34.90 Android",
                false
            ),
            (UserAgent.fire, false), (UserAgent.desktop, false), (UserAgent.iPhone, false),
        ])
    func `knows the browsers that open intents`(agent: String, opensIntents: Bool) {
        #expect(Visitor(userAgent: agent).opensIntents == opensIntents)
    }

    private static func opening(
        _ visitor: Visitor, _ directives: [String: String] = [:], profile: AppProfile
    ) throws -> Opening {
        try OpeningTests.opening(OpeningTests.apps, visitor, directives, profile: profile)
    }

    @Test func `Chrome on Android tries an app that asks for it, and goes to the store else`() throws {
        var profile = AppProfile.test
        var chrome = Visitor(platform: .android)
        chrome.opensIntents = true
        let store = OpeningTests.play + "link_click_id%3DCLICK"
        #expect(try Self.opening(chrome, profile: profile) == .redirect(to: store))
        profile.android[0].opensByIntent = true
        #expect(
            try Self.opening(Visitor(platform: .android), profile: profile)
                == .redirect(to: store))
        let fallback =
            "package=com.example.game;S.browser_fallback_url=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2F"
            + "details%3Fid%3Dcom.example.game%26referrer%3Dlink_click_id%253DCLICK;end"
        let byScheme =
            "intent://google/link/?deep_link_id=https%3A%2F%2Fexample.com%2Fjoin&match_type=unique"
            + "&link_click_id=CLICK#Intent;scheme=examplegame;" + fallback
        #expect(try Self.opening(chrome, profile: profile) == .redirect(to: byScheme))
        for directives in [["$always_deeplink": "false"], ["$deeplink_path": "a#b"]] {
            #expect(
                try Self.opening(chrome, directives, profile: profile) == .redirect(to: store))
        }
        profile.android[0].customScheme = nil
        #expect(
            try Self.opening(chrome, profile: profile)
                == .redirect(
                    to: "intent://go.example.com/abc?link_click_id=CLICK#Intent;scheme=https;" + fallback))
    }

    @Test func `a fallback on the app's own site carries the click where the profile asks for it`()
        throws
    {
        var profile = AppProfile.test
        profile.fallbacksCarryClick = true
        let (own, other) = ("https://example.com/get?a=b%23top", "https://partner.example/get")
        for (parameter, platform) in [
            ("afl", Platform.android), ("ifl", .iphone), ("ipfl", .ipad), ("ofl", .desktop),
        ] {
            let visitor = Visitor(platform: platform)
            for (url, led) in [(own, "https://example.com/get?a=b&link_click_id=CLICK#top"), (other, other)] {
                let opening = try OpeningTests.opening(
                    "efr=1&\(OpeningTests.apps)&\(parameter)=\(url)", visitor, profile: profile)
                #expect(opening == .redirect(to: led), "\(parameter)")
                profile.fallbacksCarryClick = false
                let plain = try OpeningTests.opening(
                    "efr=1&\(OpeningTests.apps)&\(parameter)=\(url)", visitor, profile: profile)
                #expect(plain == .redirect(to: url.replacing("%23", with: "#")))
                profile.fallbacksCarryClick = true
            }
        }
    }
}
